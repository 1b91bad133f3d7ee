#pragma once

#include "frenemy/lifted/lifted_graph.hpp"

/// The solvers of lifted problems. Each maps allowed labels to allowed labels with an energy that is no higher; the rest
/// is as in `solvers.hpp`.
namespace frenemy {

/// Lifted greedy additive contraction and local moves. Keuper, Levinkov, Bonneel, Lavoué, Brox & Andres, "Efficient
/// decomposition of image and mesh graphs by lifted multicuts" (2015), Algorithm 1.
Labels lifted_greedy_additive(const LiftedGraph& graph, Labels start, Run& run);

/// Lifted Kernighan-Lin with joins. Keuper et al. (2015), Algorithm 2; every step keeps the clusters connected.
Labels lifted_kernighan_lin(const LiftedGraph& graph, Labels start, Run& run, std::int64_t patience);

/// Multilevel passes of local moves, until they bring nothing. After Blondel et al., "Fast unfolding of communities"
/// (2008), and Traag, Waltman & van Eck, "From Louvain to Leiden" (2019).
Labels lifted_multilevel(const LiftedGraph& graph, Labels start, Run& run);

/// Memetic search: a random share of the clusters falls into single nodes, a multilevel pass makes new ones, and the
/// result is fused with the best. After Beier, Andres, Köthe & Hamprecht, "An
/// efficient fusion move algorithm for the minimum cost lifted multicut problem" (2016).
Labels lifted_evolve(const LiftedGraph& graph, Labels start, Run& run, std::int64_t members, std::int64_t patience);

}  // namespace frenemy
