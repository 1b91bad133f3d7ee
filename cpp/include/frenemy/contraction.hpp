#pragma once

#include <optional>
#include <span>

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Every cluster becomes one node. Weights between clusters and node sizes add up, so that any clustering of the
/// contracted graph has the energy of its lift to the original. Labels are 0..n_clusters-1.
Graph contract(const Graph& graph, std::span<const Node> labels, Node n_clusters, const Poll& poll);

/// The same for work inside a solver: faster, but rows are not sorted, and the two ends of an edge may differ by
/// rounding. Nothing if the run expires.
std::optional<Graph> contract_rows(const Graph& graph, std::span<const Node> labels, Node n_clusters, Run& run);

/// The problem among some of the nodes, in the order given; none may be named twice.
Graph restrict_to(const Graph& graph, std::span<const Node> nodes, const Poll& poll);

/// Splits every cluster into its connected parts (pairs of any stored weight connect). Labels by first appearance.
Labels connected_parts(const Graph& graph, std::span<const Node> labels);

}  // namespace frenemy
