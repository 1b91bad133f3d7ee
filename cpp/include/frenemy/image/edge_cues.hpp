#pragma once

#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Cues per pixel and scale.
constexpr int n_cues_per_scale = 4;

/// Edge features that separate object borders from texture and noise, at each pixel and scale: the gradient of
/// lightness, the gradient of color, the gradient relative to its surroundings (texture has gradients everywhere), and
/// relative to both sides (a border is a ridge). All are logarithms; `n_cues_per_scale` per scale.
std::vector<float> edge_cues(Grid grid, std::span<const float> lab, std::span<const double> sigmas, const Poll& poll);

}  // namespace frenemy::image
