#pragma once

#include <span>

#include "frenemy/core/graph.hpp"
#include "frenemy/image/laplacian/grid_matrix.hpp"

namespace frenemy {

/// The matting Laplacian of a picture, `height` rows of `width` pixels of three colors. Levin, Lischinski & Weiss, "A
/// closed-form solution to natural image matting" (PAMI 2008), equation 12.
///
/// It is the sum over all windows of (2 radius + 1)^2 pixels that lie within the picture; `epsilon` > 0 regularizes the
/// linear map from colors to opacities. If the picture is smaller than a window, windows shrink to its size.
GridMatrix matting_laplacian(std::span<const double> picture, int height, int width, double epsilon, int radius,
                             const Poll& poll);

}  // namespace frenemy
