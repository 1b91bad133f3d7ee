#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

/// The solvers. Each maps labels to labels with an energy that is no higher. `start` holds any numbers in 0..n-1; the
/// result is 0..k-1 by first appearance. Each calls `run.round_done` once per round and returns its best labels when
/// the run ends.
namespace frenemy {

/// Adaptive-label ICM: every node in turn joins the cluster that attracts it most, or a new one if all repel it.
/// Bagon & Galun, "Optimizing large scale correlation clustering", section 5.2. On complete graphs this is the
/// best-one-element-move of Elsner & Schudy (2009).
Labels adaptive_icm(const Graph& graph, Labels start, Run& run, bool is_order_random);

/// Swap-and-Explore: QPBO-I redistributes the nodes of two clusters, for every pair of clusters and for every cluster
/// and an empty one. Bagon & Galun, Algorithm 2.
Labels swap_explore(const Graph& graph, Labels start, Run& run, std::int64_t max_stored_pairs);

/// Expand-and-Explore: QPBO-I decides for all nodes at once which of them join one cluster, for every cluster and for
/// an empty one. Bagon & Galun, Algorithm 1.
Labels expand_explore(const Graph& graph, Labels start, Run& run, std::int64_t max_stored_pairs);

/// Fast local moving: single nodes join the cluster that attracts them most, from a queue of nodes whose neighbours
/// have moved. Traag, Waltman & van Eck, "From Louvain to Leiden" (2019), the fast local move procedure.
Labels local_moves(const Graph& graph, Labels start, Run& run, bool is_order_random);

/// Simulated annealing by single-node Metropolis moves, followed by local moves. Kirkpatrick, Gelatt & Vecchi,
/// "Optimization by simulated annealing" (1983); Metropolis et al. (1953).
Labels anneal(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, double hot, double cold);

/// Louvain-style multilevel local moving with Leiden refinement, after a short annealing and an ensemble of `members`.
/// Blondel et al., "Fast unfolding of communities" (2008); Traag, Waltman & van Eck (2019); refinement on the way back
/// as in Noack & Rotta, "Multi-level algorithms for modularity clustering" (2009).
Labels multilevel(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, std::int64_t members,
                  std::int64_t passes);

/// Memetic algorithm: a population of clusterings with overlap crossover, which contracts the common refinement of two
/// parents and solves the contracted problem. After
/// Ovelgoenne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012), and Hausberger, Faraj &
/// Schulz, "A distributed multilevel memetic algorithm for signed graph clustering" (2022).
Labels evolve(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, std::int64_t population,
              std::int64_t patience);

/// Memetic search for dense problems, with the matrix in memory: members are annealed by a table of the attraction of
/// every cluster to every node, and children take whole clusters of both parents and are annealed from a lower
/// temperature. After Lu, Zhou & Hao, "A hybrid evolutionary algorithm for the clique partitioning problem" (2022), with
/// the crossover of Galinier & Hao, "Hybrid evolutionary algorithms for graph coloring" (1999).
Labels dense_evolve(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, std::int64_t population,
                    std::int64_t patience, std::int64_t max_work);
/// Greedy additive edge contraction (GAEC): joins the two clusters that attract each other most until no two do,
/// beginning with singletons if `start` is one cluster and with the clusters of `start` otherwise; then local moves.
/// Keuper, Levinkov, Bonneel, Lavoue, Brox, Andres, "Efficient decomposition of image and mesh graphs by lifted
/// multicuts" (ICCV 2015), Algorithm 1.
Labels greedy_additive(const Graph& graph, Labels start, Run& run);
/// Kernighan-Lin with joins (KLj): for every two adjacent clusters, and for every cluster and an empty one, the best
/// prefix of a sequence of single moves across their border, or their join. If `start` is one cluster, GAEC runs first.
/// A sequence between two clusters ends when it has lost more than `patience` times the attraction between them. Keuper
/// et al. (2015), Algorithm 2; the sequences are those of Kernighan & Lin, "An efficient heuristic procedure for
/// partitioning graphs" (1970).
Labels kernighan_lin(const Graph& graph, Labels start, Run& run, double patience);

}  // namespace frenemy
