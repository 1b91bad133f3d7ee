#pragma once

#include <span>

#include "frenemy/graph.hpp"
#include "frenemy/image/grid_matrix.hpp"

namespace frenemy {

/// The matting Laplacian of a picture, `height` rows of `width` pixels of three colors. Levin, Lischinski & Weiss, "A
/// closed-form solution to natural image matting" (PAMI 2008), equation 12.
///
/// It is the sum over all windows of (2 radius + 1)^2 pixels that lie within the picture; `epsilon` > 0 says how much a
/// steep linear map from colors to opacities costs. A picture that is smaller than a window has windows of its own size.
GridMatrix matting_laplacian(std::span<const double> picture, int height, int width, double epsilon, int radius,
                             const Poll& poll);

}  // namespace frenemy
