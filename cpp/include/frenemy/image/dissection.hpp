#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace frenemy {

using Pixel = std::int32_t;

/// A box of pixels that a nested dissection cuts in two, or no more.
///
/// Its own pixels are those of the line between the two halves, as wide as a matrix reaches, or all of them if it is
/// not cut. The ring is what lies around the box within that reach: all that the box has entries with, and all of it is
/// on the lines of larger boxes.
struct DissectedBox {
    int parent = -1;               // -1 for the whole grid, the last box of all
    int halves[2] = {-1, -1};      // two boxes that come before it, or none
    int top, bottom, left, right;  // bottom and right are behind the last
    std::size_t n_own = 0;
    std::vector<Pixel> pixels;  // its own, then the ring

    std::size_t n_ring() const { return pixels.size() - n_own; }
    std::size_t area() const { return static_cast<std::size_t>(bottom - top) * static_cast<std::size_t>(right - left); }
};

/// Boxes after their halves, so that pixels can be eliminated box by box with little fill. George, "Nested dissection of
/// a regular finite element mesh" (SIAM J. Numer. Anal. 1973).
std::vector<DissectedBox> dissect(int height, int width, int reach);

/// How many numbers a triangle has that is made box by box.
double dissected_size(int height, int width, int reach);

}  // namespace frenemy
