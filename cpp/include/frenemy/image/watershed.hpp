#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Seeded watershed without watershed lines: floods the heights from markers (> 0; 0 is unmarked) until every pixel has
/// a label. 4-connected; lowest pixels first, first come first served among equals, and in order of arrival below the
/// current level. At least one pixel must be marked; heights are finite.
///
/// Meyer, "Un algorithme optimal pour la ligne de partage des eaux" (1991), over pixels sorted by height, so that
/// no priority queue is needed. Linear time, except for sorting the pixels reached at one height by arrival.
std::vector<std::int32_t> watershed(Grid grid, std::span<const float> height, std::span<const std::int32_t> markers,
                                    const Poll& poll);

}  // namespace frenemy::image
