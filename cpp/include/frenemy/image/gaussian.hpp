#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/image/grid.hpp"

namespace frenemy::image {

/// Derivatives per pixel, downwards and to the right.
struct Gradients {
    std::vector<float> dy, dx;
};

/// Gaussian blur of each channel, truncated at four sigma; border pixels are repeated outside the picture.
std::vector<float> gaussian_blur(Grid grid, std::int64_t n_channels, std::span<const float> picture, double sigma,
                                 const Poll& poll);

/// Gaussian derivatives.
Gradients gaussian_gradients(Grid grid, std::int64_t n_channels, std::span<const float> picture, double sigma,
                             const Poll& poll);

}  // namespace frenemy::image
