#include "frenemy/bounds/conflicts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "frenemy/hashing/flat_table.hpp"

namespace frenemy {

namespace {

constexpr Node nodes_between_polls = 1 << 10;

}  // namespace

Conflicts::Conflicts(const Graph& graph, const Poll& poll) : graph_(graph) {
    const Node n = graph.n_nodes();
    const auto n_pairs = static_cast<std::size_t>(graph.n_edges());
    max_unlisted_ = static_cast<std::size_t>(n) + n_pairs;
    if (2 * n_pairs + static_cast<std::size_t>(n) > std::numeric_limits<Pair>::max()) {
        throw std::invalid_argument("too many pairs for a lower bound: " + std::to_string(n_pairs));
    }
    const auto for_each_pair = [&](const auto& visit) {
        Pair pair = 0;
        for (Node i = 0; i < n; ++i) {
            if (i % nodes_between_polls == 0) poll();
            const auto row = graph.neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node j = row.nodes[a];
                if (j < i) continue;
                const double unlisted = graph.missing() == 0.0 ? 0.0 : graph.missing() * graph.size(i) * graph.size(j);
                visit(i, j, row.weights[a] + unlisted, pair++);
            }
        }
    };
    offsets_.assign(static_cast<std::size_t>(n) + 1, 0);
    capacities_.reserve(n_pairs);
    for_each_pair([&](Node i, Node j, double w, Pair pair) {
        if (w > 0.0) {
            ++offsets_[i + 1];
            ++offsets_[j + 1];
        } else if (w < 0.0) {
            repelling_.push_back({i, j, pair});
        }
        capacities_.push_back(std::abs(w));
    });
    for (Node i = 0; i < n; ++i) offsets_[i + 1] += offsets_[i];
    incident_.resize(static_cast<std::size_t>(offsets_[n]));
    std::vector<std::int64_t> next(offsets_.begin(), offsets_.end() - 1);
    for_each_pair([&](Node i, Node j, double w, Pair pair) {
        if (!(w > 0.0)) return;
        incident_[static_cast<std::size_t>(next[i]++)] = {j, pair};
        incident_[static_cast<std::size_t>(next[j]++)] = {i, pair};
    });
}

Conflicts::Pair Conflicts::unlisted(Node a, Node b) {
    const auto [at, is_new] = unlisted_.try_emplace(pair_key(a, b), static_cast<Pair>(capacities_.size()));
    if (is_new) capacities_.push_back(-graph_.missing() * graph_.size(a) * graph_.size(b));
    return at->second;
}

}  // namespace frenemy
