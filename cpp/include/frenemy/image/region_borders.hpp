#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// A crack is the common edge of two 4-connected pixels with different labels; a border is all cracks between two
/// labels.
struct RegionBorders {
    std::vector<std::int32_t> u, v;             ///< labels of each border, u < v, sorted
    std::vector<std::int32_t> border_of_crack;  ///< index into u and v
    std::vector<Pixel> first, second;           ///< pixels on the two sides of each crack: the one of u, the one of v
};

/// All cracks of a label map, in raster order of the left or upper pixel, its right crack first. Labels are not
/// negative.
RegionBorders region_borders(Grid grid, std::span<const std::int32_t> labels, const Poll& poll);

}  // namespace frenemy::image
