#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// One Louvain-style multilevel pass with Leiden refinement: local moves, refinement, contraction, and the same on the
/// contracted problem; on the way back, local moves around the changes. Labels are in 0..n-1. Returns the decrease of
/// the energy, at least 0. If the run expires, keeps the progress so far.
double multilevel_pass(const Graph& graph, Labels& labels, Rng& rng, Run& run);

/// Local moves to convergence from labels that are nearly optimal, as after annealing.
void run_local_moves(const Graph& graph, Labels& labels, Run& run);
/// The same with a limited number of visits per node. Nodes that still move then chase each other from cluster to
/// cluster, which a multilevel pass resolves faster.
void run_local_moves_briefly(const Graph& graph, Labels& labels, Run& run);

/// Joins whole clusters where that lowers the energy. Returns the energy.
double join_clusters(const Graph& graph, Labels& labels, Run& run);

}  // namespace frenemy
