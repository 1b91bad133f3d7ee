#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

struct DistanceTo {
    std::vector<float> distance;  ///< infinite if the mask is empty
    std::vector<Pixel> nearest;   ///< -1 if the mask is empty
};

/// Exact Euclidean distance transform: from each pixel to the nearest nonzero pixel of a mask; on ties the leftmost,
/// then the uppermost. Felzenszwalb & Huttenlocher, "Distance transforms of sampled functions" (2012): columns first,
/// then the lower envelope of parabolas along each row. Linear time.
DistanceTo distance_to(Grid grid, std::span<const std::uint8_t> mask, const Poll& poll);

}  // namespace frenemy::image
