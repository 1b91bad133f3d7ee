#pragma once

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

/// The catalogue. Every solver maps labels to labels that cost no more; `start` holds any numbers in 0..n-1, the result
/// is 0..k-1 by first appearance. Each calls `run.round_done` once a round and gives back what it has when told to
/// stop.
namespace frenemy {

/// Adaptive-label ICM: every node in turn joins the cluster that attracts it most, or stands alone if all repel it.
/// Bagon & Galun, "Optimizing large scale correlation clustering", section 5.2. On complete graphs this is the
/// best-one-element-move of Elsner & Schudy (2009).
Labels adaptive_icm(const Graph& graph, Labels start, Run& run, bool is_order_random);

/// Swap-and-Explore: QPBO-I redistributes the nodes of two clusters, for every pair of clusters and for every cluster
/// with an empty one. Bagon & Galun, Algorithm 2.
Labels swap_explore(const Graph& graph, Labels start, Run& run, std::int64_t most_stored_pairs);

/// Expand-and-Explore: QPBO-I decides for all nodes at once who joins one cluster, for every cluster and for an empty
/// one. Bagon & Galun, Algorithm 1.
Labels expand_explore(const Graph& graph, Labels start, Run& run, std::int64_t most_stored_pairs);

/// Local moves: single nodes join the cluster that attracts them most, from a queue of those whose neighbours have
/// moved. Traag, Waltman & van Eck, "From Louvain to Leiden" (2019), the fast local move procedure.
Labels local_moves(const Graph& graph, Labels start, Run& run, bool is_order_random);

/// Simulated annealing by single nodes, settled by local moves at the end. Kirkpatrick, Gelatt & Vecchi, "Optimization
/// by simulated annealing" (1983); Metropolis et al. (1953).
Labels anneal(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, double hot, double cold);

/// Multilevel local moves after a short annealing and an ensemble of `n_members`: settle single nodes, split the clusters
/// into parts, contract, go on with the smaller problem, and settle again on the way back. Blondel et al., "Fast unfolding
/// of communities" (2008); Traag, Waltman & van Eck (2019); refinement on the way back as in Noack & Rotta, "Multi-level
/// algorithms for modularity clustering" (2009).
Labels multilevel(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, std::int64_t n_members,
                  std::int64_t most_passes);

/// A population of clusterings, recombined by contracting what two of them agree on and solving the rest. After
/// Ovelgoenne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012), and Hausberger, Faraj &
/// Schulz, "A distributed multilevel memetic algorithm for signed graph clustering" (2022).
Labels evolve(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, std::int64_t population,
              std::int64_t patience);
/// Greedy additive edge contraction (GAEC): joins the two clusters that attract each other most until none do, from single
/// nodes if `start` is one cluster and from the clusters of `start` otherwise; then single nodes move until none wants to.
/// Keuper, Levinkov, Bonneel, Lavoue, Brox, Andres, "Efficient decomposition of image and mesh graphs by lifted
/// multicuts" (ICCV 2015), Algorithm 1.
Labels greedy_additive(const Graph& graph, Labels start, Run& run);
/// Kernighan-Lin with joins (KLj): for every two clusters that meet, and for every cluster with an empty one, the best
/// prefix of a sequence of single moves across their border, or the join of the two. If `start` is one cluster, the
/// joins of `greedy_additive` come first. A sequence between two clusters ends when it has lost more than `patience` times
/// the attraction between them. Keuper et al. (2015), Algorithm 2; the sequences are those of Kernighan & Lin, "An efficient
/// heuristic procedure for partitioning graphs" (1970).
Labels kernighan_lin(const Graph& graph, Labels start, Run& run, double patience);

}  // namespace frenemy
