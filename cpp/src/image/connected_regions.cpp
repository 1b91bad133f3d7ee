#include "frenemy/image/regions.hpp"

namespace frenemy::image {

namespace {

/// Union-find root with path halving.
std::int32_t first_of(std::vector<std::int32_t>& earlier, std::int32_t i) {
    while (earlier[i] != i) i = earlier[i] = earlier[earlier[i]];
    return i;
}

}  // namespace

Regions connected_regions(Grid grid, std::span<const std::int32_t> labels, const Poll& poll) {
    Regions regions{std::vector<std::int32_t>(grid.n_pixels()), 0};
    // Pieces are numbered in raster order and united when they meet. A number points to a smaller one of its region, so
    // that the root is the piece with the first pixel.
    std::vector<std::int32_t> earlier;
    Poller poller(poll);
    for (Pixel y = 0, pixel = 0; y < grid.height; ++y) {
        for (Pixel x = 0; x < grid.width; ++x, ++pixel) {
            const bool as_left = x > 0 && labels[pixel] == labels[pixel - 1];
            const bool as_above = y > 0 && labels[pixel] == labels[pixel - grid.width];
            if (as_left) {
                regions.labels[pixel] = regions.labels[pixel - 1];
                // If the pixel above the left one is in the region too, the two are already united.
                if (as_above && labels[pixel] != labels[pixel - grid.width - 1]) {
                    const std::int32_t left = first_of(earlier, regions.labels[pixel - 1]);
                    const std::int32_t above = first_of(earlier, regions.labels[pixel - grid.width]);
                    (left < above ? earlier[above] : earlier[left]) = left < above ? left : above;
                }
            } else if (as_above) {
                regions.labels[pixel] = regions.labels[pixel - grid.width];
            } else {
                regions.labels[pixel] = static_cast<std::int32_t>(earlier.size());
                earlier.push_back(regions.labels[pixel]);
            }
        }
        poller.step(grid.width);
    }
    for (std::size_t i = 0; i < earlier.size(); ++i) {
        const bool is_first = earlier[i] == static_cast<std::int32_t>(i);
        earlier[i] = is_first ? regions.count++ : earlier[earlier[i]];
    }
    for (std::int32_t& label : regions.labels) label = earlier[label];
    return regions;
}

}  // namespace frenemy::image
