#include "frenemy/volume/distance_transform.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace frenemy::volume {

namespace {

constexpr float far_away = std::numeric_limits<float>::infinity();

/// Squared distances along x, from two scans per row.
std::vector<float> along_rows(const Triple& shape, std::span<const float> values, float threshold, double spacing) {
    std::vector<float> squared(n_voxels(shape));
    const std::int64_t width = shape[2];
    for (std::int64_t begin = 0; begin < static_cast<std::int64_t>(squared.size()); begin += width) {
        const float* row = &values[static_cast<std::size_t>(begin)];
        float* out = &squared[static_cast<std::size_t>(begin)];
        double steps = far_away;
        for (std::int64_t x = 0; x < width; ++x) {
            steps = row[x] >= threshold ? 0.0 : steps + 1.0;
            out[x] = static_cast<float>(steps);
        }
        steps = far_away;
        for (std::int64_t x = width - 1; x >= 0; --x) {
            steps = row[x] >= threshold ? 0.0 : steps + 1.0;
            const double nearest = std::min<double>(out[x], steps) * spacing;
            out[x] = static_cast<float>(nearest * nearest);
        }
    }
    return squared;
}

/// The lower envelope of one parabola per place of a line: the scratch memory and the pass itself.
class Envelope {
  public:
    Envelope(std::int64_t n, double spacing)
        : square_(spacing * spacing), vertex_(static_cast<std::size_t>(n)), from_(static_cast<std::size_t>(n)) {}

    /// Replaces `line` by min over q of line[q] + (spacing * (p - q))^2.
    void lower(std::span<float> line, std::vector<float>& heights) {
        heights.assign(line.begin(), line.end());
        const auto n = static_cast<std::int64_t>(line.size());
        std::int64_t last = -1;
        for (std::int64_t q = 0; q < n; ++q) {
            if (heights[at(q)] == far_away) continue;
            double from = -std::numeric_limits<double>::infinity();
            while (last >= 0) {
                from = meeting(heights, vertex_[at(last)], q);
                if (from > from_[at(last)]) break;
                --last;
            }
            if (last < 0) from = -std::numeric_limits<double>::infinity();
            ++last;
            vertex_[at(last)] = q;
            from_[at(last)] = from;
        }
        if (last < 0) return;
        for (std::int64_t p = 0, k = 0; p < n; ++p) {
            while (k < last && from_[at(k + 1)] < static_cast<double>(p)) ++k;
            const auto steps = static_cast<double>(p - vertex_[at(k)]);
            line[at(p)] = static_cast<float>(heights[at(vertex_[at(k)])] + square_ * steps * steps);
        }
    }

  private:
    static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

    /// Where the parabola of `q` gets below that of `p` < `q`.
    double meeting(const std::vector<float>& heights, std::int64_t p, std::int64_t q) const {
        const auto a = static_cast<double>(p), b = static_cast<double>(q);
        return ((heights[at(q)] - heights[at(p)]) / square_ + (b * b - a * a)) / (2.0 * (b - a));
    }

    double square_;
    std::vector<std::int64_t> vertex_;
    std::vector<double> from_;
};

/// One pass along y or z. Neighbouring lines are taken together, because their voxels share cache lines.
void along_axis(std::vector<float>& squared, const Triple& shape, int axis, double spacing, const Poll& poll) {
    constexpr std::int64_t most = 16;
    const std::int64_t n = shape[axis], stride = strides(shape)[axis];
    if (n == 1) return;
    const std::int64_t n_outer = axis == 0 ? 1 : shape[0], outer_stride = shape[1] * shape[2];
    Envelope envelope(n, spacing);
    std::vector<float> lines(static_cast<std::size_t>(most * n)), heights;
    for (std::int64_t outer = 0; outer < n_outer; ++outer) {
        poll();
        for (std::int64_t first = 0; first < stride; first += most) {
            const std::int64_t n_lines = std::min(most, stride - first);
            float* const corner = squared.data() + outer * outer_stride + first;
            for (std::int64_t p = 0; p < n; ++p) {
                for (std::int64_t k = 0; k < n_lines; ++k) lines[k * n + p] = corner[p * stride + k];
            }
            for (std::int64_t k = 0; k < n_lines; ++k) {
                envelope.lower(std::span(lines).subspan(k * n, n), heights);
            }
            for (std::int64_t p = 0; p < n; ++p) {
                for (std::int64_t k = 0; k < n_lines; ++k) corner[p * stride + k] = lines[k * n + p];
            }
            if (axis == 0 && first % (most * 256) == 0) poll();
        }
    }
}

}  // namespace

std::vector<float> distance_transform(const Triple& shape, std::span<const float> values, float threshold,
                                      const std::array<double, 3>& spacing, const Poll& poll) {
    std::vector<float> distance = along_rows(shape, values, threshold, spacing[2]);
    for (const int axis : {1, 0}) along_axis(distance, shape, axis, spacing[axis], poll);
    poll();
    for (float& value : distance) value = value == far_away ? 0.0f : std::sqrt(value);
    return distance;
}

}  // namespace frenemy::volume
