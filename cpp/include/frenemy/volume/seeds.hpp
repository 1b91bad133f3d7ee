#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/volume/box.hpp"

namespace frenemy::volume {

/// Numbers 1, 2, ... on the local maxima of a field among the voxels that are inside (a plateau has one number), and 0
/// elsewhere. Neighbours share a face, an edge or a corner.
std::vector<std::int32_t> maxima(const Triple& shape, std::span<const float> field, std::span<const char> is_inside,
                                 const Poll& poll);

}  // namespace frenemy::volume
