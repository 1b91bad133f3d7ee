#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Resamples a picture to another grid over the same area: each new pixel is the area-weighted mean of the pixels that
/// it covers. A constant picture stays exactly constant.
std::vector<float> area_resize(Grid grid, std::int64_t n_channels, std::span<const float> picture, Grid wanted,
                               const Poll& poll);

}  // namespace frenemy::image
