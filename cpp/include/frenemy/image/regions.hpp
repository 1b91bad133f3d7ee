#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Labels 0..count-1 in the order of first pixels.
struct Regions {
    std::vector<std::int32_t> labels;
    std::int32_t count;
};

/// 4-connected components of equal labels.
Regions connected_regions(Grid grid, std::span<const std::int32_t> labels, const Poll& poll);

/// Merges every connected region of fewer than `min_size` pixels into the neighbour with the longest common border,
/// smallest region first; ties go to the region that comes first. The neighbour keeps its place in the order. Sizes and
/// borders are updated after each merge. A region without neighbours stays.
Regions merge_small(Grid grid, std::span<const std::int32_t> labels, std::int64_t min_size, const Poll& poll);

}  // namespace frenemy::image
