#pragma once

#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Cues per pixel and scale.
constexpr int n_cues_per_scale = 4;

/// What tells borders of objects from texture and noise, at each pixel and scale: how much the lightness changes, how
/// much the color does, how much more than around here (texture changes everywhere), and how much more than to both
/// sides (a border is a ridge of change). All as logarithms; scale by scale, `n_cues_per_scale` each.
std::vector<float> edge_cues(Grid grid, std::span<const float> lab, std::span<const double> sigmas, const Poll& poll);

}  // namespace frenemy::image
