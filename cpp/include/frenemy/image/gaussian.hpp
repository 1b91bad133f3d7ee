#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Change per pixel, downwards and to the right.
struct Gradients {
    std::vector<float> dy, dx;
};

/// Each channel smoothed by a Gaussian, cut off at four sigma; outside, the picture goes on as at its border.
std::vector<float> gaussian_blur(Grid grid, std::int64_t n_channels, std::span<const float> picture, double sigma,
                                 const Poll& poll);

/// The derivatives of the same.
Gradients gaussian_gradients(Grid grid, std::int64_t n_channels, std::span<const float> picture, double sigma,
                             const Poll& poll);

}  // namespace frenemy::image
