#pragma once

#include <span>

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Nodes that one worker goes through at a time, where threads share the nodes of a large problem.
constexpr Node nodes_per_chunk = 1 << 12;

/// Whether a problem is large enough for that. Unlisted pairs that weigh something tie all nodes to each other, so they
/// must not. The number of threads does not matter: the labels must not depend on it.
inline bool is_worth_sharing(const Graph& graph) { return graph.missing() == 0.0 && graph.n_nodes() >= 1 << 17; }

/// The energy of labels in 0..n-1, by all threads if the problem is large.
double shared_energy(const Graph& graph, std::span<const Node> labels, Run& run);

}  // namespace frenemy
