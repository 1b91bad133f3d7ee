#include "frenemy/volume/smoothing.hpp"

#include <algorithm>
#include <cmath>

namespace frenemy::volume {

namespace {

/// The weights at distance 0, 1, ..., so that both sides sum to 1.
std::vector<float> gaussian_weights(double sigma) {
    const auto radius = static_cast<std::size_t>(std::max(1.0, std::floor(3.0 * sigma + 0.5)));
    std::vector<double> weights(radius + 1);
    double total = 0.0;
    for (std::size_t k = 0; k <= radius; ++k) {
        const double x = static_cast<double>(k) / sigma;
        weights[k] = std::exp(-0.5 * x * x);
        total += k == 0 ? weights[k] : 2.0 * weights[k];
    }
    std::vector<float> result;
    for (const double weight : weights) result.push_back(static_cast<float>(weight / total));
    return result;
}

/// A place outside 0..n-1, mirrored at the borders: (d c b a | a b c d | d c b a).
std::int64_t reflected(std::int64_t p, std::int64_t n) {
    const std::int64_t period = 2 * n, inside = ((p % period) + period) % period;
    return inside < n ? inside : period - 1 - inside;
}

/// Smooths along y or z: `size` neighbouring lines at once, whose values are `stride` apart.
void along_lines(const float* in, float* out, std::int64_t n, std::int64_t stride, std::int64_t size,
                 const std::vector<float>& weights) {
    const auto radius = static_cast<std::int64_t>(weights.size()) - 1;
    for (std::int64_t p = 0; p < n; ++p) {
        float* const to = out + p * stride;
        const float* const center = in + p * stride;
        for (std::int64_t k = 0; k < size; ++k) to[k] = weights[0] * center[k];
        for (std::int64_t r = 1; r <= radius; ++r) {
            const float weight = weights[static_cast<std::size_t>(r)];
            const float* const before = in + reflected(p - r, n) * stride;
            const float* const after = in + reflected(p + r, n) * stride;
            for (std::int64_t k = 0; k < size; ++k) to[k] += weight * (before[k] + after[k]);
        }
    }
}

/// Smooths one row along x; `padded` holds it with its mirror images.
void along_row(const float* in, float* out, std::int64_t n, const std::vector<float>& weights,
               std::vector<float>& padded) {
    const auto radius = static_cast<std::int64_t>(weights.size()) - 1;
    padded.resize(static_cast<std::size_t>(n + 2 * radius));
    std::copy_n(in, n, padded.begin() + radius);
    for (std::int64_t p = 0; p < radius; ++p) {
        padded[static_cast<std::size_t>(p)] = in[reflected(p - radius, n)];
        padded[static_cast<std::size_t>(n + radius + p)] = in[reflected(n + p, n)];
    }
    const float* const center = padded.data() + radius;
    for (std::int64_t x = 0; x < n; ++x) out[x] = weights[0] * center[x];
    for (std::int64_t r = 1; r <= radius; ++r) {
        const float weight = weights[static_cast<std::size_t>(r)];
        for (std::int64_t x = 0; x < n; ++x) out[x] += weight * (center[x - r] + center[x + r]);
    }
}

}  // namespace

std::vector<float> smoothed(const Triple& shape, std::vector<float> values, const std::array<double, 3>& sigma,
                            const Poll& poll) {
    const std::int64_t plane = shape[1] * shape[2];
    std::vector<float> other(values.size()), padded;
    if (sigma[2] > 0.0) {
        const std::vector<float> weights = gaussian_weights(sigma[2]);
        for (std::int64_t row = 0; row < shape[0] * shape[1]; ++row) {
            if (row % 1024 == 0) poll();
            along_row(values.data() + row * shape[2], other.data() + row * shape[2], shape[2], weights, padded);
        }
        values.swap(other);
    }
    if (sigma[1] > 0.0) {
        const std::vector<float> weights = gaussian_weights(sigma[1]);
        for (std::int64_t z = 0; z < shape[0]; ++z) {
            poll();
            along_lines(values.data() + z * plane, other.data() + z * plane, shape[1], shape[2], shape[2], weights);
        }
        values.swap(other);
    }
    if (sigma[0] > 0.0 && shape[0] > 1) {
        const std::vector<float> weights = gaussian_weights(sigma[0]);
        constexpr std::int64_t most = 1024;  // lines at once, so that they stay in the cache
        for (std::int64_t first = 0; first < plane; first += most) {
            if (first % (most * 64) == 0) poll();
            along_lines(values.data() + first, other.data() + first, shape[0], plane, std::min(most, plane - first),
                        weights);
        }
        values.swap(other);
    }
    return values;
}

}  // namespace frenemy::volume
