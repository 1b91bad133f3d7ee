#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/image/laplacian/dense_front.hpp"
#include "frenemy/image/laplacian/grid_matrix.hpp"
#include "frenemy/image/laplacian/nested_dissection.hpp"

namespace frenemy {

/// A packed lower triangle: its columns one after the other, each from the diagonal on.
using Packed = std::vector<double>;

/// Assembles dense fronts whose variables are pixels of a grid: `start`, any number of `add...`, `finish`.
class GridFront {
  public:
    /// The matrix must outlive it.
    explicit GridFront(const GridMatrix& matrix);

    /// Starts a front on these pixels; those to eliminate come first.
    void start(std::span<const Pixel> pixels);
    /// The index of a pixel in the front.
    std::size_t place(Pixel pixel) const { return static_cast<std::size_t>(places_[pixel]); }

    /// Adds the entries of the matrix between these pixels and all pixels of the front.
    void add_entries(std::span<const Pixel> own);
    /// Adds a matrix on these pixels of the front.
    void add(std::span<const Pixel> pixels, const Packed& triangle);
    void add_diagonal(Pixel pixel, double value) { front_.at(place(pixel), place(pixel)) += value; }

    /// Eliminates the first pixels and returns the Schur complement on the others; stores the factor unless null.
    Packed finish(std::size_t n_eliminated, Packed* triangle);

  private:
    const GridMatrix& matrix_;
    DenseFront front_;
    std::vector<Pixel> pixels_;
    std::vector<std::int32_t> places_;  // of each pixel of the grid, -1 if it is not in the front
    std::vector<char> is_own_;
    std::vector<std::size_t> columns_;
};

/// Forward substitution for a right-hand side with one number per pixel of the front: the first numbers become the
/// solution, the others are updated.
void substitute_down(const Packed& triangle, std::size_t n_eliminated, std::span<double> load);

/// Back substitution for `n_lanes` systems. Each row of `x` holds one number per system: first the eliminated pixels,
/// whose right-hand sides become the solution, then the known values.
void substitute_up(const Packed& triangle, std::size_t n_eliminated, std::span<double> x, std::size_t n_lanes);

}  // namespace frenemy
