#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// The cheapest way from each pixel to a seed.
struct Geodesics {
    std::vector<float> distance;      ///< infinite where no seed is within the limit
    std::vector<std::int32_t> owner;  ///< which seed, -1 for none
    std::vector<Pixel> parent;        ///< the next pixel on the way to it, -1 for a seed itself and where there is none
};

/// Cheapest ways over eight neighbours to the nearest of some seeds, as far as they cost no more than `limit`. A step
/// costs the mean of its two pixels times its length (1 or the root of 2). Costs are positive. Of seeds on one pixel the
/// first owns it. Dijkstra's algorithm; of ways of equal cost the first found stays.
Geodesics geodesics(Grid grid, std::span<const float> cost, std::span<const Pixel> seeds, float limit,
                    const Poll& poll);

/// The pixels on the way from a pixel to the one without a parent, both included. Throws std::invalid_argument if a parent
/// is no pixel or the way goes round in circles.
std::vector<Pixel> trace(std::span<const Pixel> parent, Pixel pixel);

}  // namespace frenemy::image
