#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Marks the lowest pixel of each cell of `spacing` by `spacing` pixels (fewer at the right and bottom); on ties the
/// first in raster order. Markers count from 1 in raster order of the cells; all other pixels are 0.
std::vector<std::int32_t> grid_minima(Grid grid, std::span<const float> height, Pixel spacing, const Poll& poll);

/// Marks all pixels of each 8-connected plateau without a lower neighbour. Markers count from 1 in the order of their
/// first pixels; all other pixels are 0.
std::vector<std::int32_t> local_minima(Grid grid, std::span<const float> height, const Poll& poll);

}  // namespace frenemy::image
