#include "frenemy/lifted/lifted_graph.hpp"

#include "frenemy/core/contraction.hpp"

namespace frenemy {

std::optional<ContractedLifted> contract_lifted(const LiftedGraph& graph, std::span<const Node> labels, Node n_clusters,
                                                Run& run) {
    auto pairs = contract_rows(graph.pairs, labels, n_clusters, run);
    if (!pairs) return {};
    auto base = contract_rows(graph.base, labels, n_clusters, run);
    if (!base) return {};
    return ContractedLifted{std::move(*pairs), std::move(*base)};
}

Labels connected_labels(const LiftedGraph& graph, std::span<const Node> labels) {
    return connected_components(graph.base, labels);
}

}  // namespace frenemy
