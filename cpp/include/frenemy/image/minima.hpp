#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// One marker for each cell of `spacing` by `spacing` pixels (less at the right and at the bottom), on its lowest pixel,
/// the first in raster order among equals. Markers count from 1, cells in raster order; all other pixels are 0.
std::vector<std::int32_t> grid_minima(Grid grid, std::span<const float> height, Pixel spacing, const Poll& poll);

/// Marks all pixels of each plateau, held together by its eight neighbours, that has no lower pixel beside it. Markers
/// count from 1 in the order of their first pixels; all other pixels are 0.
std::vector<std::int32_t> local_minima(Grid grid, std::span<const float> height, const Poll& poll);

}  // namespace frenemy::image
