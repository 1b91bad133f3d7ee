#pragma once

#include <optional>
#include <span>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A lifted problem: the weights of all pairs, and the base graph in which every cluster must be connected. Weights of
/// base edges count parallel edges and are never 0; `missing` of both is 0. A clustering is *allowed* if every cluster
/// is connected in the base graph.
struct LiftedGraph {
    const Graph& pairs;
    const Graph& base;

    Node n_nodes() const { return pairs.n_nodes(); }
};

/// Both graphs with clusters as nodes.
struct ContractedLifted {
    Graph pairs, base;

    LiftedGraph graph() const { return {pairs, base}; }
};

/// Contracts every cluster to one node; clusters 0..n_clusters-1 are connected. Any allowed clustering of the result
/// lifts to an allowed one of the same energy. Nothing if the run expires.
std::optional<ContractedLifted> contract_lifted(const LiftedGraph& graph, std::span<const Node> labels, Node n_clusters,
                                                Run& run);

/// Splits every cluster into its components in the base graph. Labels 0..k-1 by first appearance.
Labels connected_labels(const LiftedGraph& graph, std::span<const Node> labels);

}  // namespace frenemy
