#pragma once

#include <array>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/volume/box.hpp"

namespace frenemy::volume {

/// The Euclidean distance of each voxel to the nearest one with a value of at least the threshold; 0 everywhere if there
/// is none. `spacing` is the size of a voxel along z, y and x.
///
/// Felzenszwalb & Huttenlocher, "Distance transforms of sampled functions" (2012): one pass per axis, each the lower
/// envelope of parabolas.
std::vector<float> distance_transform(const Triple& shape, std::span<const float> values, float threshold,
                                      const std::array<double, 3>& spacing, const Poll& poll);

}  // namespace frenemy::volume
