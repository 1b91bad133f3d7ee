#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

Labels singletons(const Graph& graph);

/// Whether annealing is to begin greedily: a few nodes have many of the pairs, so that the mean squared degree is a
/// multiple of the squared mean degree, and unlisted pairs do not attract.
bool starts_greedily(const Graph& graph);

/// Labels to anneal from: singletons, or clusters by greedy contraction if the problem has hubs.
///
/// From singletons, a node joins the cluster of a random attracting neighbour. Where there are hubs, that is mostly a
/// hub, and the clusters around hubs swallow their whole neighbourhoods before they are cold; annealing splits such a
/// cluster only very slowly. Greedy contraction joins nodes with few pairs first, and only moderate clusters form.
Labels annealing_start(const Graph& graph, Run& run);

/// Clusters by greedy contraction, within a share of the time.
Labels greedy_start(const Graph& graph, Run& run);

}  // namespace frenemy
