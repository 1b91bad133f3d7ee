#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Floods a relief from markers (> 0; 0 is unmarked) until every pixel belongs to one; there are no lines between them.
/// Water goes to the four neighbours of a pixel, lowest first, and first come, first served among equals; below the level
/// that the water has reached, it runs in the order it comes. At least one pixel is marked, heights are finite.
///
/// Meyer, "Un algorithme optimal pour la ligne de partage des eaux" (1991), over pixels that are sorted by height, so that
/// the order is exact without a queue: linear time, but for sorting what is reached at one height by its turn.
std::vector<std::int32_t> watershed(Grid grid, std::span<const float> height, std::span<const std::int32_t> markers,
                                    const Poll& poll);

}  // namespace frenemy::image
