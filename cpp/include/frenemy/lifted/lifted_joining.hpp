#pragma once

#include "frenemy/lifted/lifted_graph.hpp"

namespace frenemy {

/// Lifted greedy additive contraction: joins the two clusters that share a base edge and attract each other most, over
/// all their pairs, until no two do. Starts from the clusters of `start`, which is allowed. Keuper, Levinkov, Bonneel,
/// Lavoué, Brox & Andres, "Efficient decomposition of image and mesh graphs by lifted multicuts" (2015), Algorithm 1.
Labels join_lifted(const LiftedGraph& graph, Labels start, Run& run);

/// The same from single nodes by the average weight of the listed pairs between two clusters instead of their sum.
/// Bailoni et al., "GASP, a generalized framework for agglomerative clustering of signed graphs" (2022).
Labels join_by_average(const LiftedGraph& graph, Run& run);

}  // namespace frenemy
