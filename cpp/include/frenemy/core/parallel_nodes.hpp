#pragma once

#include <span>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Nodes per chunk where threads process the nodes of a large problem in parallel.
constexpr Node nodes_per_chunk = 1 << 12;

/// Whether a problem is large enough for that. With `missing` != 0 all nodes interact, so it never is. Independent of
/// the number of threads, because the labels must be too.
inline bool is_worth_parallelizing(const Graph& graph) { return graph.missing() == 0.0 && graph.n_nodes() >= 1 << 17; }

/// The energy of labels in 0..n-1, computed by all threads if the problem is large.
double parallel_energy(const Graph& graph, std::span<const Node> labels, Run& run);

}  // namespace frenemy
