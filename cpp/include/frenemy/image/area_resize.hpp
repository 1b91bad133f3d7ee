#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// A picture on another grid that covers the same area: each new pixel is the mean of what it covers, pixels that it
/// covers in part counted in part. A picture of one color stays of that color to the bit.
std::vector<float> area_resize(Grid grid, std::int64_t n_channels, std::span<const float> picture, Grid wanted,
                               const Poll& poll);

}  // namespace frenemy::image
