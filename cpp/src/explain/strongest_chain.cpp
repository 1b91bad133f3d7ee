#include "frenemy/explain/strongest_chain.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <queue>

namespace frenemy {

namespace {

constexpr std::int64_t nodes_between_polls = 1 << 12;

double weight_of(const Graph& graph, Node i, const Graph::Neighbors& row, std::size_t a) {
    return row.weights[a] + graph.missing() * (graph.size(i) * graph.size(row.nodes[a]));
}

/// The width of the widest path from u to v, or 0, by Dijkstra's algorithm with bottleneck weights.
double widest(const Graph& graph, Node u, Node v, const Poll& poll) {
    struct Reached {
        double width;
        Node node;
        bool operator<(const Reached& other) const { return width < other.width; }
    };
    std::vector<double> width(static_cast<std::size_t>(graph.n_nodes()), 0.0);
    std::vector<char> is_done(width.size(), 0);
    std::priority_queue<Reached> queue;
    queue.push({std::numeric_limits<double>::infinity(), u});
    for (std::int64_t steps = 1; !queue.empty(); ++steps) {
        if (steps % nodes_between_polls == 0) poll();
        const auto [so_far, i] = queue.top();
        queue.pop();
        if (i == v) return so_far;
        if (is_done[i]) continue;
        is_done[i] = 1;
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            const double to_j = std::min(so_far, weight_of(graph, i, row, a));
            if (is_done[j] || to_j <= width[j]) continue;
            width[j] = to_j;
            queue.push({to_j, j});
        }
    }
    return 0.0;
}

}  // namespace

std::vector<Node> strongest_chain(const Graph& graph, Node u, Node v, const Poll& poll) {
    const double width = widest(graph, u, v, poll);
    if (width <= 0.0) return {};
    // Breadth-first search from v over sufficiently strong pairs, so that parents lead from u to v.
    constexpr Node unseen = -1;
    std::vector<Node> next(static_cast<std::size_t>(graph.n_nodes()), unseen);
    std::vector<Node> queue{v};
    next[v] = v;
    for (std::size_t at = 0; next[u] == unseen && at < queue.size(); ++at) {
        if ((at + 1) % nodes_between_polls == 0) poll();
        const Node i = queue[at];
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (next[j] != unseen || weight_of(graph, i, row, a) < width) continue;
            next[j] = i;
            queue.push_back(j);
        }
    }
    std::vector<Node> chain{u};
    while (chain.back() != v) chain.push_back(next[chain.back()]);
    return chain;
}

}  // namespace frenemy
