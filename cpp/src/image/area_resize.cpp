#include "frenemy/image/area_resize.hpp"

#include <algorithm>

namespace frenemy::image {

namespace {

/// Overlaps of the old pixels of one axis with a new one. A new pixel has length `n_old` and an old one `n_wanted`, so
/// that all overlaps are integers; those of a new pixel sum to `n_old`.
template <class Use>
void for_each_overlap(std::int64_t i, std::int64_t n_old, std::int64_t n_wanted, const Use& use) {
    const std::int64_t begin = i * n_old, end = begin + n_old;
    for (std::int64_t old = begin / n_wanted; old * n_wanted < end; ++old) {
        const std::int64_t overlap = std::min(end, (old + 1) * n_wanted) - std::max(begin, old * n_wanted);
        use(old, static_cast<double>(overlap));
    }
}

}  // namespace

std::vector<float> area_resize(Grid grid, std::int64_t n_channels, std::span<const float> picture, Grid wanted,
                               const Poll& poll) {
    const std::int64_t row_length = grid.width * n_channels;
    std::vector<float> resized;
    resized.reserve(wanted.n_pixels() * static_cast<std::size_t>(n_channels));
    std::vector<double> row(static_cast<std::size_t>(row_length));  // old columns of one new row
    std::vector<double> pixel(static_cast<std::size_t>(n_channels));
    const double area = static_cast<double>(grid.height) * static_cast<double>(grid.width);
    Poller poller(poll);
    for (Pixel y = 0; y < wanted.height; ++y) {
        std::ranges::fill(row, 0.0);
        for_each_overlap(y, grid.height, wanted.height, [&](std::int64_t old, double overlap) {
            const float* values = picture.data() + old * row_length;
            for (std::int64_t i = 0; i < row_length; ++i) row[i] += overlap * values[i];
            poller.step(row_length);
        });
        for (Pixel x = 0; x < wanted.width; ++x) {
            std::ranges::fill(pixel, 0.0);
            for_each_overlap(x, grid.width, wanted.width, [&](std::int64_t old, double overlap) {
                const double* values = row.data() + old * n_channels;
                for (std::int64_t channel = 0; channel < n_channels; ++channel) {
                    pixel[channel] += overlap * values[channel];
                }
            });
            for (const double sum : pixel) resized.push_back(static_cast<float>(sum / area));
        }
        poller.step(wanted.width * n_channels);
    }
    return resized;
}

}  // namespace frenemy::image
