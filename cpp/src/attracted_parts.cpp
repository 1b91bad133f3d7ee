#include "frenemy/attracted_parts.hpp"

#include <vector>

#include "frenemy/clustering.hpp"

namespace frenemy {

namespace {

template <class IsSplit>
Labels split(const Graph& graph, std::span<const Node> labels, IsSplit is_split) {
    const Node n = graph.n_nodes();
    Labels parts(static_cast<std::size_t>(n), -1);
    std::vector<Node> part_of_cluster(static_cast<std::size_t>(n), -1), stack;
    Node k = 0;
    for (Node first = 0; first < n; ++first) {
        if (parts[first] >= 0) continue;
        if (!is_split(labels[first])) {
            Node& part = part_of_cluster[labels[first]];
            if (part < 0) part = k++;
            parts[first] = part;
            continue;
        }
        parts[first] = k;
        stack.push_back(first);
        while (!stack.empty()) {
            const Node i = stack.back();
            stack.pop_back();
            const auto row = graph.neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node j = row.nodes[a];
                if (parts[j] >= 0 || labels[j] != labels[i]) continue;
                if (row.weights[a] + graph.missing() * (graph.size(i) * graph.size(j)) <= 0.0) continue;
                parts[j] = k;
                stack.push_back(j);
            }
        }
        ++k;
    }
    return parts;
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
