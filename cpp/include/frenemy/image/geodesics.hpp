#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// The cheapest path from each pixel to a seed.
struct Geodesics {
    std::vector<float> distance;      ///< infinite where no seed is within the limit
    std::vector<std::int32_t> owner;  ///< which seed, -1 for none
    std::vector<Pixel> parent;        ///< the next pixel on the path, -1 at seeds and where there is no path
};

/// Cheapest 8-connected paths to the nearest seed, up to a cost of `limit` (Dijkstra). A step costs the mean of its two
/// pixels times its length (1 or the root of 2). Costs are positive. If several seeds share a pixel, the first owns it;
/// of paths with equal cost the first one found is kept.
Geodesics geodesics(Grid grid, std::span<const float> cost, std::span<const Pixel> seeds, float limit,
                    const Poll& poll);

/// The path from a pixel to its root, both included. Throws std::invalid_argument if a parent is not a pixel or the
/// path is a cycle.
std::vector<Pixel> trace(std::span<const Pixel> parent, Pixel pixel);

}  // namespace frenemy::image
