#pragma once

#include <span>
#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/image/dissection.hpp"
#include "frenemy/image/grid_matrix.hpp"

namespace frenemy {

/// Pixels that springs of one stiffness hold near given numbers.
struct Pins {
    std::vector<Pixel> pixels;  // at least one, each once
    std::vector<double> targets;
    double stiffness = 0.0;
};

/// What solves a system, and how much of the right-hand side it misses.
struct PinnedSolution {
    std::vector<double> values;
    double residual = 0.0;  // |b - A x| / |b|
};

/// Of all pins the solution x of (M + stiffness D) x = stiffness D targets, where D is 1 on the diagonal at pinned pixels.
/// M is positive semidefinite, and positive definite in each box of its dissection but the whole.
///
/// Solved directly, by multifrontal Cholesky factorizations (Duff & Reid, "The multifrontal solution of indefinite sparse
/// symmetric linear equations", 1983) along a nested dissection of the grid. One system is factored as it is. Many share
/// what they have in common, since pins change few boxes. From below, each box is eliminated once without pins, which leaves
/// a Schur complement S on its ring. From above, all that lies outside of a box is eliminated once, which leaves another,
/// O, for boxes that need it. Then a system is that of the smallest box with all its pins: boxes with pins in it are
/// eliminated anew, its ring is solved with S + O, and all else follows from shared triangles.
///
/// The solution of one system does not depend on the others to the last bit, nor on the number of threads. Throws
/// std::domain_error if a system is not positive definite.
std::vector<PinnedSolution> solve_pinned(const GridMatrix& matrix, std::span<const Pins> pins, int n_threads,
                                         const Poll& poll);
PinnedSolution solve_pinned(const GridMatrix& matrix, const Pins& pins, const Poll& poll);

/// How many bytes that takes, about, for many systems; a single one takes half of them.
double pinned_bytes(int height, int width, int reach, std::size_t n_systems);

}  // namespace frenemy
