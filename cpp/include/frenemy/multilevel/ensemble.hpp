#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"
#include "frenemy/multilevel/recombination.hpp"

namespace frenemy {

/// Ensemble clustering on a contracted graph: refines and contracts `start`, a local optimum after a short annealing,
/// runs `n_members` multilevel passes on the contracted graph, and recombines them one by one. The contracted graph has
/// about a quarter of the nodes, so members are cheap. The first member begins by joining whole clusters, which helps
/// where refined clusters are noisy. Labels are 0..n-1. The result is not locally optimal for single nodes. If the run
/// expires, returns the best so far.
///
/// After Ovelgönne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012).
Candidate ensemble(const Graph& graph, Labels start, std::int64_t n_members, double unit, Run& run);

/// Recombines `annealed` with a pass from greedy contraction. Annealing moves single nodes, so it cannot part what a few
/// strong pairs hold together; contraction moves such nodes as one, and errs elsewhere.
Candidate with_greedy_member(const Graph& graph, const Candidate& annealed, Labels greedy, double unit, Run& run);

}  // namespace frenemy
