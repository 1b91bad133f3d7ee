#include "frenemy/core/transitivity.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace frenemy {

namespace {

constexpr int n_samples = 1000;
constexpr std::int64_t max_steps = 1 << 20;  // limit on scanned row entries

bool is_listed(const Graph& graph, Node i, Node j, std::int64_t& steps_left) {
    auto row = graph.neighbors(i).nodes;
    auto other = graph.neighbors(j).nodes;
    if (other.size() < row.size()) {
        std::swap(row, other);
        std::swap(i, j);
    }
    steps_left -= static_cast<std::int64_t>(row.size());
    return std::ranges::find(row, j) != row.end();
}

}  // namespace

double transitivity(const Graph& graph, Rng rng) {
    if (graph.n_nodes() == 0) return 0.0;
    int n_triples = 0, n_closed = 0;
    std::vector<Node> friends;
    std::int64_t steps_left = max_steps;
    for (int k = 0; k < n_samples && steps_left > 0; ++k) {
        const auto i = static_cast<Node>(rng.below(static_cast<std::uint64_t>(graph.n_nodes())));
        const auto row = graph.neighbors(i);
        steps_left -= static_cast<std::int64_t>(row.nodes.size());
        friends.clear();
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (row.weights[a] > 0.0) friends.push_back(row.nodes[a]);
        }
        if (friends.size() < 2) continue;
        const std::size_t a = rng.below(friends.size());
        const std::size_t b = (a + 1 + rng.below(friends.size() - 1)) % friends.size();
        ++n_triples;
        if (is_listed(graph, friends[a], friends[b], steps_left)) ++n_closed;
    }
    return static_cast<double>(n_closed) / std::max(1, n_triples);
}

}  // namespace frenemy
