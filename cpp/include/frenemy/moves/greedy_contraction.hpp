#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Greedy additive edge contraction (GAEC): joins the two clusters with the largest positive weight between them until
/// none is left. Begins with singletons if `start` is one cluster, otherwise with the clusters of `start`. Ties: nodes
/// with few edges first. If no two clusters attract each other, the energy is at most 0; so `start` can be better only
/// if the run expires, and is returned then. Labels are 0..k-1 by first appearance.
Labels contract_greedily(const Graph& graph, Labels start, Run& run);

}  // namespace frenemy
