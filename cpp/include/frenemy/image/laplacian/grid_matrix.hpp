#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace frenemy {

/// A symmetric matrix on the pixels of a grid, with entries only between pixels at most `reach` rows and columns apart.
/// Stores for each pixel the diagonal entry and the entries with later neighbours.
struct GridMatrix {
    int height = 0, width = 0, reach = 0;
    std::vector<double> values;  // n_pixels rows of n_entries()

    GridMatrix(int height, int width, int reach)
        : height(height), width(width), reach(reach), values(n_pixels() * n_entries(), 0.0) {}

    std::size_t n_pixels() const { return static_cast<std::size_t>(height) * static_cast<std::size_t>(width); }
    std::size_t n_entries() const { return static_cast<std::size_t>(2 * reach * (reach + 1) + 1); }

    /// The index, in the row of a pixel, of the entry with the pixel `dy` rows below and `dx` columns right of it,
    /// where dy > 0, or dy = 0 and dx >= 0.
    std::size_t entry(int dy, int dx) const { return static_cast<std::size_t>(dy * (2 * reach + 1) + dx); }

    /// The product with a vector of one number per pixel.
    std::vector<double> times(std::span<const double> x) const;
};

}  // namespace frenemy
