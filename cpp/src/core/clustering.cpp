#include "frenemy/core/clustering.hpp"

#include <cassert>

namespace frenemy {

Node make_contiguous(std::span<Node> labels) {
    std::vector<Node> renamed(labels.size(), -1);
    Node k = 0;
    for (Node& label : labels) {
        if (renamed[label] < 0) renamed[label] = k++;
        label = renamed[label];
    }
    return k;
}

Clustering::Clustering(const Graph& graph, Labels start) : graph_(graph), labels_(std::move(start)) { tidy(); }

void Clustering::tidy() {
    n_clusters_ = n_ids_ = make_contiguous(labels_);
    energy_ = n_clusters_ <= 1 ? 0.0 : graph_.energy(labels_);
    count();
}

void Clustering::count() {
    const auto n = static_cast<std::size_t>(graph_.n_nodes());
    n_members_.assign(n, 0);
    for (const Node label : labels_) ++n_members_[label];
    if (graph_.missing() != 0.0) {
        sizes_.assign(n, 0.0);
        for (std::size_t i = 0; i < n; ++i) sizes_[labels_[i]] += graph_.size(static_cast<Node>(i));
    }
    empty_.clear();
    for (auto id = static_cast<Node>(n); id-- > n_clusters_;) empty_.push_back(id);
}

Node Clustering::empty_cluster() {
    while (!empty_.empty() && n_members_[empty_.back()] != 0) empty_.pop_back();
    assert(!empty_.empty());
    return empty_.back();
}

}  // namespace frenemy
