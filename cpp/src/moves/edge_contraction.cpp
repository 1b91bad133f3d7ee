#include "frenemy/moves/edge_contraction.hpp"

#include <numeric>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

EdgeContraction::EdgeContraction(const Graph& graph)
    : graph_(graph),
      missing_(graph.missing()),
      table_(static_cast<std::size_t>(graph.n_edges())),
      parent_(static_cast<std::size_t>(graph.n_nodes())),
      entries_(graph.neighbors().begin(), graph.neighbors().end()),
      rows_(parent_.size()),
      lists_(parent_.size()),
      n_clusters_(graph.n_nodes()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    if (missing_ != 0.0) sizes_.resize(parent_.size());
}

bool EdgeContraction::build(Run& run) {
    ExpiryCheck expiry(run);
    for (Node i = 0; i < n_nodes(); ++i) {
        const auto [nodes, weights] = graph_.neighbors(i);
        const auto degree = static_cast<Node>(nodes.size());
        if (expiry.is_over(degree + 1)) return false;
        rows_[i] = {degree, none};
        lists_[i] = {degree, i};
        if (missing_ != 0.0) sizes_[i] = graph_.size(i);
        std::size_t a = nodes.size();
        for (std::size_t k = 0; k < ahead && k < a && nodes[a - 1 - k] > i; ++k) {
            table_.prefetch(pair_key(i, nodes[a - 1 - k]));
        }
        for (; a-- > 0 && nodes[a] > i;) {
            if (a >= ahead && nodes[a - ahead] > i) table_.prefetch(pair_key(i, nodes[a - ahead]));
            table_.insert(pair_key(i, nodes[a])).value += weights[a];
        }
    }
    return true;
}

void EdgeContraction::list_others(Node a, Node b) {
    others_.clear();
    for (Node row = a; row != none; row = rows_[row].next) {
        const Node* entry = entries_.data() + graph_.offsets()[row];
        for (Node k = 0; k < rows_[row].length; ++k) {
            const Node c = find(entry[k]);
            if (c != a && c != b) others_.push_back(c);
        }
    }
}

void EdgeContraction::chain(Node a, Node b) {
    // Fills as few rows as needed, each up to its length in the graph; the rest of the chain is dropped.
    const auto& offsets = graph_.offsets();
    std::size_t written = 0;
    for (Node row = b; written < others_.size(); row = rows_[row].next) {
        const auto room = static_cast<std::size_t>(offsets[row + 1] - offsets[row]);
        const std::size_t count = std::min(room, others_.size() - written);
        std::copy_n(others_.begin() + static_cast<std::ptrdiff_t>(written), count, entries_.begin() + offsets[row]);
        rows_[row].length = static_cast<Node>(count);
        written += count;
        rows_[lists_[a].last_row].next = row;
        lists_[a].last_row = row;
    }
    rows_[lists_[a].last_row].next = none;
    lists_[a].length += static_cast<std::int64_t>(written);
}

Labels EdgeContraction::labels() {
    Labels labels(parent_.size());
    for (Node i = 0; i < n_nodes(); ++i) labels[i] = find(i);
    return contiguous(std::move(labels));
}

}  // namespace frenemy
