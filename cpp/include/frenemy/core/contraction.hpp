#pragma once

#include <optional>
#include <span>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Contracts every cluster to one node. Weights between clusters and node sizes add up, so any clustering of the
/// contracted graph has the same energy as its lift. Labels are 0..n_clusters-1.
Graph contract(const Graph& graph, std::span<const Node> labels, Node n_clusters, const Poll& poll);

/// A faster contraction for use inside solvers: rows are not sorted, and the two copies of an edge may differ by
/// rounding. Nothing if the run expires.
std::optional<Graph> contract_rows(const Graph& graph, std::span<const Node> labels, Node n_clusters, Run& run);

/// The induced subproblem on distinct nodes, in the given order.
Graph restrict_to(const Graph& graph, std::span<const Node> nodes, const Poll& poll);

/// Splits every cluster into its connected components over all stored pairs. Labels by first appearance.
Labels connected_components(const Graph& graph, std::span<const Node> labels);

}  // namespace frenemy
