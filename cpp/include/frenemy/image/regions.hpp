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

/// The parts of equal labels that hold together by four neighbours.
Regions connected_regions(Grid grid, std::span<const std::int32_t> labels, const Poll& poll);

/// Merges every connected region of less than `least` pixels, the smallest first (of equals the one that comes first),
/// into the neighbour with which it shares most cracks (of equals the one that comes first), which keeps its place in the
/// order. Sizes and borders are those of the moment. A region without neighbours stays.
Regions merge_small(Grid grid, std::span<const std::int32_t> labels, std::int64_t least, const Poll& poll);

}  // namespace frenemy::image
