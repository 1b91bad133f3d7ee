#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace frenemy {

using Pixel = std::int32_t;

/// A box of pixels in a nested dissection: split into two halves, or a leaf.
///
/// Its own pixels are the separator between the halves, as wide as the reach of the matrix, or all pixels of a leaf.
/// The ring is the set of pixels outside the box within that reach: all pixels that the box has entries with. They all
/// lie on separators of larger boxes.
struct DissectedBox {
    int parent = -1;               // -1 for the whole grid, which is the last box
    int halves[2] = {-1, -1};      // two earlier boxes, or none
    int top, bottom, left, right;  // bottom and right are exclusive
    std::size_t n_own = 0;
    std::vector<Pixel> pixels;  // its own, then the ring

    std::size_t area() const { return static_cast<std::size_t>(bottom - top) * static_cast<std::size_t>(right - left); }
};

/// The boxes in postorder: an elimination order with little fill. George, "Nested dissection of
/// a regular finite element mesh" (SIAM J. Numer. Anal. 1973).
std::vector<DissectedBox> dissect(int height, int width, int reach);

/// The number of nonzeros of the factor.
double dissected_size(int height, int width, int reach);

}  // namespace frenemy
