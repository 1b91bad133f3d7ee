#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/image/laplacian/grid_matrix.hpp"
#include "frenemy/image/laplacian/nested_dissection.hpp"

namespace frenemy {

/// Soft constraints: pixels that springs of one stiffness pull towards targets.
struct Pins {
    std::vector<Pixel> pixels;  // at least one, each once
    std::vector<double> targets;
    double stiffness = 0.0;
};

/// The solution of a system and its relative residual.
struct PinnedSolution {
    std::vector<double> values;
    double residual = 0.0;  // |b - A x| / |b|
};

/// Solves (M + stiffness D) x = stiffness D targets for each set of pins, where D is 1 on the diagonal at pinned
/// pixels. M is positive semidefinite, and positive definite in each box of its dissection but the whole.
///
/// Solved directly, by multifrontal Cholesky factorizations (Duff & Reid, "The multifrontal solution of indefinite
/// sparse symmetric linear equations", 1983) along a nested dissection of the grid. A single system is factored
/// directly. Several systems share most of the work, since pins change few boxes. Bottom up, each box is eliminated
/// once without pins, which leaves a Schur complement S on its ring. Top down, the outside of each box that needs it is
/// eliminated once, which leaves another one, O. A system is then solved in the smallest box that contains all its
/// pins: boxes with pins are refactored, the ring is solved with S + O, and the rest follows from shared factors.
///
/// The solution of a system is bitwise independent of the other systems and of the number of threads. Throws
/// std::domain_error if a system is not positive definite.
std::vector<PinnedSolution> solve_pinned(const GridMatrix& matrix, std::span<const Pins> pins, int n_threads,
                                         const Poll& poll);
PinnedSolution solve_pinned(const GridMatrix& matrix, const Pins& pins, const Poll& poll);

/// The approximate memory in bytes for several systems; a single one takes half of it.
double pinned_bytes(int height, int width, int reach, std::size_t n_systems);

}  // namespace frenemy
