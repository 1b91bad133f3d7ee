#include "frenemy/image/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace frenemy::image {

namespace {

/// Half of a kernel: the weight i pixels to the right; symmetric, or antisymmetric for the derivative.
struct Kernel {
    std::vector<float> smooth, derivative;

    explicit Kernel(double sigma) {
        const auto radius = static_cast<int>(4.0 * sigma + 0.5);
        std::vector<double> weight(static_cast<std::size_t>(radius) + 1);
        for (int i = 0; i <= radius; ++i) weight[i] = std::exp(-0.5 * i * i / (sigma * sigma));
        const double sum = 2.0 * std::accumulate(weight.begin() + 1, weight.end(), 0.0) + weight[0];
        for (int i = 0; i <= radius; ++i) {
            smooth.push_back(static_cast<float>(weight[i] / sum));
            derivative.push_back(static_cast<float>(weight[i] / sum * i / (sigma * sigma)));
        }
    }
    std::int64_t radius() const { return static_cast<std::int64_t>(smooth.size()) - 1; }
};

/// sum of weight * (after + sign * before), item by item, where row(i) is the row shifted by i.
template <int sign, class Row>
void convolve(const std::vector<float>& weights, const Row& row, std::int64_t length, float* out) {
    const float* center = row(0);
    for (std::int64_t i = 0; i < length; ++i) out[i] = sign > 0 ? weights[0] * center[i] : 0.0f;
    for (std::int64_t tap = 1; tap < static_cast<std::int64_t>(weights.size()); ++tap) {
        const float weight = weights[tap];
        const float *after = row(tap), *before = row(-tap);
        for (std::int64_t i = 0; i < length; ++i) {
            out[i] += weight * (sign > 0 ? after[i] + before[i] : after[i] - before[i]);
        }
    }
}

/// A row of a picture, padded with its border values.
class LongRow {
  public:
    LongRow(std::int64_t length, std::int64_t n_channels, std::int64_t radius)
        : length_(length), n_channels_(n_channels), margin_(radius * n_channels), values_(length + 2 * margin_) {}

    float* begin() { return values_.data() + margin_; }
    void extend() {
        for (std::int64_t i = 0; i < margin_; ++i) {
            values_[i] = begin()[i % n_channels_];
            begin()[length_ + i] = begin()[length_ - n_channels_ + i % n_channels_];
        }
    }
    const float* operator()(std::int64_t steps) const { return values_.data() + margin_ + steps * n_channels_; }

  private:
    std::int64_t length_, n_channels_, margin_;
    std::vector<float> values_;
};

/// The rows above and below, clamped to the picture.
struct Rows {
    const float* picture;
    std::int64_t y, last, length;

    const float* operator()(std::int64_t steps) const {
        return picture + std::clamp<std::int64_t>(y + steps, 0, last) * length;
    }
};

}  // namespace

std::vector<float> gaussian_blur(Grid grid, std::int64_t n_channels, std::span<const float> picture, double sigma,
                                 const Poll& poll) {
    const Kernel kernel(sigma);
    const std::int64_t length = grid.width * n_channels;
    std::vector<float> blurred(picture.size());
    LongRow row(length, n_channels, kernel.radius());
    Poller poller(poll);
    for (std::int64_t y = 0; y < grid.height; ++y) {
        convolve<1>(kernel.smooth, Rows{picture.data(), y, grid.height - 1, length}, length, row.begin());
        row.extend();
        convolve<1>(kernel.smooth, row, length, blurred.data() + y * length);
        poller.step(length * (kernel.radius() + 1));
    }
    return blurred;
}

Gradients gaussian_gradients(Grid grid, std::int64_t n_channels, std::span<const float> picture, double sigma,
                             const Poll& poll) {
    const Kernel kernel(sigma);
    const std::int64_t length = grid.width * n_channels;
    Gradients gradients{std::vector<float>(picture.size()), std::vector<float>(picture.size())};
    LongRow smooth(length, n_channels, kernel.radius()), derivative(length, n_channels, kernel.radius());
    Poller poller(poll);
    for (std::int64_t y = 0; y < grid.height; ++y) {
        const Rows rows{picture.data(), y, grid.height - 1, length};
        convolve<1>(kernel.smooth, rows, length, smooth.begin());
        convolve<-1>(kernel.derivative, rows, length, derivative.begin());
        smooth.extend();
        derivative.extend();
        convolve<1>(kernel.smooth, derivative, length, gradients.dy.data() + y * length);
        convolve<-1>(kernel.derivative, smooth, length, gradients.dx.data() + y * length);
        poller.step(2 * length * (kernel.radius() + 1));
    }
    return gradients;
}

}  // namespace frenemy::image
