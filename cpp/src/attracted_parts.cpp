#include "frenemy/attracted_parts.hpp"

#include <vector>

#include "frenemy/clustering.hpp"
#include "frenemy/union_find.hpp"

namespace frenemy {

namespace {

/// Looks at every pair once and in order, which is far quicker than to walk from node to node.
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

Labels attracted_parts(const Graph& graph, std::span<const Node> labels) {
    if (graph.missing() > 0.0) return contiguous(Labels(labels.begin(), labels.end()));
    return split(graph, labels, [](Node) { return true; });
}

Labels attracted_parts(const Graph& graph, std::span<const Node> labels, std::span<const char> is_split) {
    if (graph.missing() > 0.0) return contiguous(Labels(labels.begin(), labels.end()));
    return split(graph, labels, [&](Node cluster) { return is_split[cluster] != 0; });
}

}  // namespace frenemy
