#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/image/dense_front.hpp"
#include "frenemy/image/dissection.hpp"
#include "frenemy/image/grid_matrix.hpp"

namespace frenemy {

/// Columns of a lower triangle one after the other, each from the diagonal on.
using Packed = std::vector<double>;

/// Puts together dense fronts whose variables are pixels of a grid, one after the other: `start`, what it is the sum of,
/// `finish`.
class GridFront {
  public:
    /// The matrix must outlive it.
    explicit GridFront(const GridMatrix& matrix);

    /// Those that are to be eliminated come first.
    void start(std::span<const Pixel> pixels);
    /// Where in the front a pixel stands.
    std::size_t place(Pixel pixel) const { return static_cast<std::size_t>(places_[pixel]); }

    /// The entries of the matrix in these pixels of the front with each other, and with all others of the front.
    void add_entries(std::span<const Pixel> own);
    /// A matrix in these pixels of the front.
    void add(std::span<const Pixel> pixels, const Packed& triangle);
    void add_diagonal(Pixel pixel, double value) { front_.at(place(pixel), place(pixel)) += value; }

    /// Eliminates the first pixels; gives the Schur complement of the others, and the triangle if asked for.
    Packed finish(std::size_t n_eliminated, Packed* triangle);

  private:
    const GridMatrix& matrix_;
    DenseFront front_;
    std::vector<Pixel> pixels_;
    std::vector<std::int32_t> places_;  // of each pixel of the grid, -1 if it is not in the front
    std::vector<char> is_own_;
    std::vector<std::size_t> columns_;
};

/// Solves the triangle for a right-hand side with one number per pixel of its front: the first become the solution,
/// the others what is left of them.
void substitute_down(const Packed& triangle, std::size_t n_eliminated, std::span<double> load);

/// Solves its transpose for `n_lanes` systems. Rows of `x` hold a number of each: first those of eliminated pixels, which
/// are right-hand sides and become the solution; then those that are known.
void substitute_up(const Packed& triangle, std::size_t n_eliminated, std::span<double> x, std::size_t n_lanes);

}  // namespace frenemy
