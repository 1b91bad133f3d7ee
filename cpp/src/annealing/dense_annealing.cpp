#include "frenemy/annealing/dense_annealing.hpp"

#include <algorithm>
#include <numeric>

#include "frenemy/annealing/annealing_rows.hpp"

namespace frenemy {

namespace {

constexpr Node max_nodes = 2048;         // a table of 32 MB
constexpr std::int64_t min_degree = 24;  // on average

}  // namespace

bool is_dense(const Graph& graph) {
    return graph.n_nodes() <= max_nodes && 2 * graph.n_edges() >= min_degree * graph.n_nodes();
}

DenseAnnealing::DenseAnnealing(const Graph& graph, Labels& labels, double unit, Rng& rng)
    : graph_(graph),
      labels_(labels),
      unit_(unit),
      rng_(rng),
      n_(labels.size()),
      table_(n_ * n_, 0.0),
      n_members_(n_, 0),
      clusters_(n_),
      place_(n_) {
    std::iota(clusters_.begin(), clusters_.end(), 0);
    for (const Node c : labels) ++n_members_[c];
    std::stable_partition(clusters_.begin(), clusters_.end(), [&](Node c) { return n_members_[c] > 0; });
    for (std::size_t k = 0; k < n_; ++k) {
        place_[clusters_[k]] = static_cast<Node>(k);
        if (n_members_[clusters_[k]] > 0) ++n_clusters_;
    }
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        const auto row = graph.neighbors(i);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) attraction(labels[i], row.nodes[a]) += row.weights[a];
    }
    if (graph.missing() == 0.0) return;
    sizes_.assign(n_, 0.0);
    for (Node i = 0; i < graph.n_nodes(); ++i) sizes_[labels[i]] += graph.size(i);
}

bool DenseAnnealing::sweep(double temperature, Run& run) {
    for (Node i = 0; i < graph_.n_nodes(); ++i) {
        if (i % 64 == 0 && run.expired()) return false;
        visit(i, temperature);
    }
    return true;
}

void DenseAnnealing::visit(Node i, double temperature) {
    const Node home = labels_[i];
    const std::uint64_t draw = rng_.next();
    // The id after the used ones is empty; if all are used, no new cluster is proposed.
    const auto at = static_cast<std::size_t>(((draw >> 32) * (n_clusters_ + 1)) >> 32);
    if (at >= n_) return;
    const Node to = clusters_[at];
    const bool is_new = at == n_clusters_;
    if (to == home || (is_new && n_members_[home] == 1)) return;
    double own = attraction(home, i), there = is_new ? 0.0 : attraction(to, i);
    if (!sizes_.empty()) {
        const double pull = graph_.missing() * graph_.size(i);
        own += pull * (sizes_[home] - graph_.size(i));
        if (!is_new) there += pull * sizes_[to];
    }
    const double cost = own - there;
    if (cost > unit_ * temperature * exponential_draw(draw)) return;
    move(i, home, to);
}

void DenseAnnealing::move(Node i, Node home, Node to) {
    const auto row = graph_.neighbors(i);
    double* const left = &attraction(home, 0);
    double* const joined = &attraction(to, 0);
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
        left[row.nodes[a]] -= row.weights[a];
        joined[row.nodes[a]] += row.weights[a];
    }
    labels_[i] = to;
    const auto exchange = [&](Node cluster, std::size_t with) {
        const Node other = clusters_[with];
        std::swap(clusters_[place_[cluster]], clusters_[with]);
        std::swap(place_[cluster], place_[other]);
    };
    if (n_members_[to]++ == 0) exchange(to, n_clusters_++);
    if (--n_members_[home] == 0) {
        exchange(home, --n_clusters_);
        // Rounding residue must not affect a new cluster with this id.
        std::fill(left, left + n_, 0.0);
    }
    if (!sizes_.empty()) {
        sizes_[home] -= graph_.size(i);
        sizes_[to] += graph_.size(i);
    }
}

}  // namespace frenemy
