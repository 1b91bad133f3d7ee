#include "frenemy/core/attracting_components.hpp"

#include <vector>

#include "frenemy/core/clustering.hpp"
#include "frenemy/structures/union_find.hpp"

namespace frenemy {

namespace {

/// Visits every pair once and in order, which is much faster than a graph traversal.
template <class IsSplit>
Labels split(const Graph& graph, std::span<const Node> labels, IsSplit is_split) {
    const Node n = graph.n_nodes();
    UnionFind parts(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) {
        if (!is_split(labels[i])) continue;
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j < i || labels[j] != labels[i]) continue;
            if (row.weights[a] + graph.missing() * (graph.size(i) * graph.size(j)) > 0.0) parts.unite(i, j);
        }
    }
    Labels result(static_cast<std::size_t>(n));
    std::vector<Node> number_of_part(static_cast<std::size_t>(n), -1), number_of_cluster(number_of_part);
    Node k = 0;
    for (Node i = 0; i < n; ++i) {
        Node& number = is_split(labels[i]) ? number_of_part[parts.find(i)] : number_of_cluster[labels[i]];
        if (number < 0) number = k++;
        result[i] = number;
    }
    return result;
}

}  // namespace

Labels attracting_components(const Graph& graph, std::span<const Node> labels) {
    if (graph.missing() > 0.0) return contiguous(Labels(labels.begin(), labels.end()));
    return split(graph, labels, [](Node) { return true; });
}

Labels attracting_components(const Graph& graph, std::span<const Node> labels, std::span<const char> is_split) {
    if (graph.missing() > 0.0) return contiguous(Labels(labels.begin(), labels.end()));
    return split(graph, labels, [&](Node cluster) { return is_split[cluster] != 0; });
}

}  // namespace frenemy
