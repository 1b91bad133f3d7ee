#include "frenemy/messages/message_links.hpp"

#include <cstdint>

#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

void MessageLinks::begin() {
    const std::size_t n = later_.size();
    for (std::size_t p = 0; p < n; ++p) {
        begin_[p + 1] += begin_[p];
        later_[p] += begin_[p];
    }
    links_.resize(begin_[n]);
    next_earlier_.assign(begin_.begin(), begin_.end() - 1);
    next_later_ = later_;
}

void MessageLinks::add(Node first, Node second, double weight) {
    links_[next_later_[first]++] = {weight, n_added_, second};
    links_[next_earlier_[second]++] = {weight, n_added_, first};
    ++n_added_;
}

MessageOrder::MessageOrder(const Graph& graph, Run& run)
    : attracting_(graph.n_nodes()),
      repelling_(graph.n_nodes()),
      is_over_(!find_order(graph, run) || !link(graph, run)) {}

bool MessageOrder::find_order(const Graph& graph, Run& run) {
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    ExpiryCheck expiry(run);
    nodes_.reserve(n);
    places_.assign(n, -1);
    is_in_tree_.assign(n, false);
    const auto append = [this](Node i) {
        places_[i] = static_cast<Node>(nodes_.size());
        nodes_.push_back(i);
    };
    for (Node first = 0; first < graph.n_nodes(); ++first) {
        if (expiry.is_over(1)) return false;
        if (places_[first] >= 0) continue;
        const std::size_t begin = nodes_.size();
        std::size_t n_ends = 0;
        append(first);
        for (std::size_t p = begin; p < nodes_.size(); ++p) {
            const auto neighbors = graph.neighbors(nodes_[p]).nodes;
            n_ends += neighbors.size();
            if (expiry.is_over(static_cast<std::int64_t>(neighbors.size()))) return false;
            for (const Node j : neighbors) {
                if (places_[j] < 0) append(j);
            }
        }
        if (n_ends / 2 + 1 == nodes_.size() - begin) {
            for (std::size_t p = begin; p < nodes_.size(); ++p) is_in_tree_[p] = true;
        }
    }
    return true;
}

bool MessageOrder::link(const Graph& graph, Run& run) {
    ExpiryCheck expiry(run);
    const auto for_each_pair = [&](const auto& take) {
        for (Node p = 0; p < graph.n_nodes(); ++p) {
            const auto [neighbors, weights] = graph.neighbors(nodes_[p]);
            if (expiry.is_over(static_cast<std::int64_t>(neighbors.size()))) return false;
            for (std::size_t e = 0; e < neighbors.size(); ++e) {
                const Node q = places_[neighbors[e]];
                if (q > p) take(weights[e] > 0.0 ? attracting_ : repelling_, p, q, weights[e]);
            }
        }
        return true;
    };
    if (!for_each_pair([](MessageLinks& links, Node p, Node q, double) { links.count(p, q); })) return false;
    attracting_.begin();
    repelling_.begin();
    return for_each_pair([](MessageLinks& links, Node p, Node q, double weight) { links.add(p, q, weight); });
}

}  // namespace frenemy
