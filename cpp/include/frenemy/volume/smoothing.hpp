#pragma once

#include <array>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/volume/box.hpp"

namespace frenemy::volume {

/// A Gaussian filter along each axis whose `sigma`, in voxels, is above 0. Borders are reflected; weights reach to three
/// sigma.
std::vector<float> smoothed(const Triple& shape, std::vector<float> values, const std::array<double, 3>& sigma,
                            const Poll& poll);

}  // namespace frenemy::volume
