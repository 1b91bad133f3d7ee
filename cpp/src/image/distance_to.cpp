#include "frenemy/image/distance_to.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace frenemy::image {

namespace {

/// The row of the nearest marked pixel in the same column, or -1.
std::vector<Pixel> nearest_in_columns(Grid grid, std::span<const std::uint8_t> mask, Poller& poller) {
    std::vector<Pixel> nearest(grid.n_pixels());
    const auto width = static_cast<std::size_t>(grid.width);
    std::vector<Pixel> last(width, -1);
    for (Pixel y = 0; y < grid.height; ++y) {
        const std::size_t row = static_cast<std::size_t>(y) * width;
        for (std::size_t x = 0; x < width; ++x) {
            last[x] = mask[row + x] != 0 ? y : last[x];
            nearest[row + x] = last[x];
        }
        poller.step(grid.width);
    }
    for (Pixel y = grid.height - 2; y >= 0; --y) {
        const std::size_t row = static_cast<std::size_t>(y) * width;
        for (std::size_t x = 0; x < width; ++x) {
            const Pixel above = nearest[row + x], below = nearest[row + width + x];
            // The nearest one of the row below may lie above; then it is the same pixel.
            const bool is_below = below >= 0 && (above < 0 || below - y < y - above);
            nearest[row + x] = is_below ? below : above;
        }
        poller.step(grid.width);
    }
    return nearest;
}

/// A parabola of the lower envelope: a column with its squared distance, and the first pixel where it is nearest.
struct Parabola {
    Pixel x;
    Pixel from;
    std::int64_t squared;
};

}  // namespace

DistanceTo distance_to(Grid grid, std::span<const std::uint8_t> mask, const Poll& poll) {
    Poller poller(poll);
    DistanceTo found{std::vector<float>(grid.n_pixels(), std::numeric_limits<float>::infinity()),
                     nearest_in_columns(grid, mask, poller)};
    std::vector<Parabola> envelope;
    std::vector<Pixel> row(static_cast<std::size_t>(grid.width));
    for (Pixel y = 0; y < grid.height; ++y) {
        const auto begin = static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.width);
        envelope.clear();
        for (Pixel x = 0; x < grid.width; ++x) {
            row[x] = found.nearest[begin + x];
            if (row[x] < 0) continue;
            const std::int64_t down = row[x] - y;
            Parabola added{x, 0, down * down};
            while (!envelope.empty()) {
                const Parabola& last = envelope.back();
                // The first pixel that is nearer to the new parabola than to the last; exact in integers.
                const std::int64_t x_sum = std::int64_t{x} + last.x, x_difference = std::int64_t{x} - last.x;
                const std::int64_t numerator = x_sum * x_difference + added.squared - last.squared;
                const std::int64_t from = numerator < 0 ? -1 : numerator / (2 * x_difference) + 1;
                if (from > last.from) {
                    added.from = static_cast<Pixel>(std::min<std::int64_t>(from, grid.width));
                    break;
                }
                envelope.pop_back();
            }
            if (added.from < grid.width) envelope.push_back(added);
        }
        for (std::size_t i = 0; i < envelope.size(); ++i) {
            const Parabola& nearest = envelope[i];
            const Pixel end = i + 1 < envelope.size() ? envelope[i + 1].from : grid.width;
            const Pixel pixel = row[nearest.x] * grid.width + nearest.x;
            for (Pixel x = nearest.from; x < end; ++x) {
                const std::int64_t across = std::int64_t{x} - nearest.x;
                found.distance[begin + x] =
                    static_cast<float>(std::sqrt(static_cast<double>(across * across + nearest.squared)));
                found.nearest[begin + x] = pixel;
            }
        }
        poller.step(2 * std::int64_t{grid.width});
    }
    return found;
}

}  // namespace frenemy::image
