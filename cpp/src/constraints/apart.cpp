#include "frenemy/constraints/apart.hpp"

#include <algorithm>

namespace frenemy {

namespace {

/// Whether two ascending lists have a common entry.
bool is_overlap(std::span<const Node> a, std::span<const Node> b) {
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i] == b[j]) return true;
        a[i] < b[j] ? ++i : ++j;
    }
    return false;
}

}  // namespace

NodeLists NodeLists::tokens(Node n_nodes, const Apart& apart) {
    NodeLists lists(n_nodes);
    for (const Node i : apart.nodes) lists.count(i);
    lists.reserve();
    for (std::size_t k = 0; k < apart.nodes.size(); ++k) lists.add(apart.nodes[k], apart.tokens[k]);
    return lists;
}

NodeLists NodeLists::forbidden(Node n_nodes, const Apart& apart) {
    NodeLists lists(n_nodes);
    for (std::size_t k = 0; k < apart.u.size(); ++k) {
        lists.count(apart.u[k]);
        lists.count(apart.v[k]);
    }
    lists.reserve();
    for (std::size_t k = 0; k < apart.u.size(); ++k) {
        lists.add(apart.u[k], apart.v[k]);
        lists.add(apart.v[k], apart.u[k]);
    }
    return lists;
}

void NodeLists::reserve() {
    for (std::size_t i = 1; i < offsets_.size(); ++i) offsets_[i] += offsets_[i - 1];
    values_.resize(static_cast<std::size_t>(offsets_.back()));
    next_.assign(offsets_.begin(), offsets_.end() - 1);
}

std::vector<char> violated_clusters(std::span<const Node> labels, const Apart& apart) {
    std::vector<char> is_violated(labels.size(), 0);
    for (std::size_t k = 0; k < apart.u.size(); ++k) {
        if (labels[apart.u[k]] == labels[apart.v[k]]) is_violated[labels[apart.u[k]]] = 1;
    }
    // Entries are sorted by token, so the last token of each cluster is all that is needed.
    std::vector<Node> last_token(labels.size(), -1);
    for (std::size_t k = 0; k < apart.nodes.size(); ++k) {
        const Node cluster = labels[apart.nodes[k]];
        if (last_token[cluster] == apart.tokens[k]) is_violated[cluster] = 1;
        last_token[cluster] = apart.tokens[k];
    }
    if (std::find(is_violated.begin(), is_violated.end(), 1) == is_violated.end()) is_violated.clear();
    return is_violated;
}

double forbidden_attraction(const Graph& graph, const Apart& apart) {
    const Node n = graph.n_nodes();
    const auto tokens = NodeLists::tokens(n, apart);
    // Nearly all nodes have at most one token: comparing two numbers is faster than comparing two lists.
    constexpr Node no_token = -1, several = -2;
    std::vector<Node> only_token(static_cast<std::size_t>(n), no_token);
    for (std::size_t k = 0; k < apart.nodes.size(); ++k) {
        Node& only = only_token[apart.nodes[k]];
        only = only == no_token ? apart.tokens[k] : several;
    }
    double sum = 0.0;
    std::size_t k = 0;  // of the pairs, which are in the order of the edges
    for (Node i = 0; i < n; ++i) {
        const auto own = tokens[i];
        const bool is_listed = k < apart.u.size() && apart.u[k] == i;
        if (own.empty() && !is_listed) continue;
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node j = row.nodes[a];
            if (j < i) continue;
            const double unlisted = graph.missing() == 0.0 ? 0.0 : graph.missing() * (graph.size(i) * graph.size(j));
            const double weight = row.weights[a] + unlisted;
            if (weight <= 0.0) continue;
            while (k < apart.u.size() && apart.u[k] == i && apart.v[k] < j) ++k;
            const bool is_pair = k < apart.u.size() && apart.u[k] == i && apart.v[k] == j;
            const bool is_plain = only_token[i] != several && only_token[j] != several;
            const bool is_shared =
                is_plain ? only_token[i] == only_token[j] && only_token[i] != no_token : is_overlap(own, tokens[j]);
            if (is_pair || is_shared) sum += weight;
        }
        while (k < apart.u.size() && apart.u[k] == i) ++k;
    }
    return sum;
}

}  // namespace frenemy
