#include "frenemy/streamed/streamed_moves.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "frenemy/annealing/annealing_rows.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr std::size_t entries_ahead = 48;
// A gain below this fraction of the two sums it is the difference of is rounding error.
constexpr double noise = 1e-13;

/// Fetches the labels of neighbours that come by soon.
void fetch_ahead(const RowChunk& chunk, Node k, const Labels& labels) {
    const std::size_t begin = static_cast<std::size_t>(chunk.offsets[k]) + entries_ahead;
    const std::size_t end = static_cast<std::size_t>(chunk.offsets[k + 1]) + entries_ahead;
    for (std::size_t a = begin; a < std::min(end, chunk.neighbors.size()); ++a) prefetch(&labels[chunk.neighbors[a]]);
}

/// A random attracting neighbour, or -1 for a new cluster, all equally likely.
Node proposal(const Graph::Neighbors& row, std::uint64_t draw) {
    std::uint64_t n_attracting = 0;
    for (const double w : row.weights) n_attracting += w > 0.0 ? 1 : 0;
    std::uint64_t left = ((draw >> 32) * (n_attracting + 1)) >> 32;
    if (left == n_attracting) return -1;
    for (std::size_t a = 0;; ++a) {
        if (row.weights[a] > 0.0 && left-- == 0) return row.nodes[a];
    }
}

}  // namespace

StreamedMoves::StreamedMoves(Labels labels, std::vector<double> sizes, double missing, std::span<const Node> apart_u,
                             std::span<const Node> apart_v)
    : labels_(std::move(labels)),
      sizes_(std::move(sizes)),
      missing_(missing),
      n_members_(labels_.size(), 0),
      attraction_(labels_.size(), 0.0),
      is_marked_(labels_.size(), 1) {
    const auto n = static_cast<Node>(labels_.size());
    if (!(missing <= 0.0)) throw std::invalid_argument("missing must be at most 0");
    if (!sizes_.empty() && sizes_.size() != labels_.size()) throw std::invalid_argument("every node needs a size");
    for (const Node c : labels_) {
        if (c < 0 || c >= n) throw std::invalid_argument("labels must be in 0..n-1");
        ++n_members_[c];
    }
    for (Node c = n; c-- > 0;) {
        if (n_members_[c] == 0) empty_.push_back(c);
    }
    if (missing_ != 0.0) {
        cluster_sizes_.assign(labels_.size(), 0.0);
        for (Node i = 0; i < n; ++i) cluster_sizes_[labels_[i]] += size(i);
    }
    if (apart_u.empty()) return;
    apart_offsets_.assign(labels_.size() + 1, 0);
    for (const auto ends : {apart_u, apart_v}) {
        for (const Node i : ends) {
            if (i < 0 || i >= n) throw std::invalid_argument("nodes to keep apart must be in 0..n-1");
            ++apart_offsets_[i + 1];
        }
    }
    for (Node i = 0; i < n; ++i) apart_offsets_[i + 1] += apart_offsets_[i];
    apart_nodes_.resize(static_cast<std::size_t>(apart_offsets_.back()));
    auto next = apart_offsets_;
    for (std::size_t k = 0; k < apart_u.size(); ++k) {
        apart_nodes_[next[apart_u[k]]++] = apart_v[k];
        apart_nodes_[next[apart_v[k]]++] = apart_u[k];
    }
}

std::span<const Node> StreamedMoves::apart(Node i) const {
    if (apart_offsets_.empty()) return {};
    const auto begin = static_cast<std::size_t>(apart_offsets_[i]);
    return std::span(apart_nodes_).subspan(begin, static_cast<std::size_t>(apart_offsets_[i + 1]) - begin);
}

bool StreamedMoves::is_forbidden(Node i, Node cluster) const {
    const auto others = apart(i);
    return std::any_of(others.begin(), others.end(), [&](Node j) { return labels_[j] == cluster; });
}

void StreamedMoves::move(Node i, Node to) {
    const Node from = labels_[i];
    if (to < 0) {
        while (n_members_[empty_.back()] != 0) empty_.pop_back();
        to = empty_.back();
    }
    labels_[i] = to;
    if (--n_members_[from] == 0) empty_.push_back(from);
    ++n_members_[to];
    if (!cluster_sizes_.empty()) {
        cluster_sizes_[from] -= size(i);
        cluster_sizes_[to] += size(i);
    }
}

void StreamedMoves::anneal(const RowChunk& chunk, double temperature) {
    check(chunk, labels_.size());
    for (Node k = 0; k < chunk.n_nodes(); ++k) {
        fetch_ahead(chunk, k, labels_);
        const Node i = chunk.first + k;
        const auto row = chunk.row(k);
        const std::uint64_t draw = rng_.next();
        const Node home = labels_[i], neighbor = proposal(row, draw);
        const Node to = neighbor < 0 ? -1 : labels_[neighbor];
        if (to == home || (to < 0 && n_members_[home] == 1)) continue;
        double own = 0.0, there = 0.0;
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            const Node c = labels_[row.nodes[a]];
            own += c == home ? row.weights[a] : 0.0;
            there += c == to ? row.weights[a] : 0.0;
        }
        if (!cluster_sizes_.empty()) {
            own += missing_ * size(i) * (cluster_sizes_[home] - size(i));
            if (to >= 0) there += missing_ * size(i) * cluster_sizes_[to];
        }
        if (own - there > temperature * exponential_draw(draw)) continue;
        if (to < 0 || !is_forbidden(i, to)) move(i, to);
    }
}

StreamedMoves::Best StreamedMoves::best_cluster(Node i, const Graph::Neighbors& row) {
    const Node home = labels_[i];
    const double pull = cluster_sizes_.empty() ? 0.0 : missing_ * size(i);
    for (std::size_t a = 0; a < row.nodes.size(); ++a) attraction_[labels_[row.nodes[a]]] += row.weights[a];
    double own = attraction_[home];
    if (pull != 0.0) own += pull * (cluster_sizes_[home] - size(i));
    attraction_[home] = 0.0;
    // What has attraction 0 is never taken, as alone is as good.
    for (const Node j : apart(i)) attraction_[labels_[j]] = 0.0;
    Best best{-1, 0.0, own};
    for (const Node j : row.nodes) {
        const Node c = labels_[j];
        double x = attraction_[c];
        attraction_[c] = 0.0;
        if (pull != 0.0 && x != 0.0) x += pull * cluster_sizes_[c];
        if (x > best.attraction) best = {c, x, own};
    }
    return best;
}

std::int64_t StreamedMoves::move_marked(const RowChunk& chunk) {
    check(chunk, labels_.size());
    std::int64_t n_moved = 0;
    for (Node k = 0; k < chunk.n_nodes(); ++k) {
        const Node i = chunk.first + k;
        if (k + 1 < chunk.n_nodes() && is_marked_[i + 1]) fetch_ahead(chunk, k, labels_);
        if (!is_marked_[i]) continue;
        is_marked_[i] = 0;
        const auto row = chunk.row(k);
        const Best best = best_cluster(i, row);
        const double gain = best.attraction - best.own;
        if (!(gain > noise * (std::abs(best.attraction) + std::abs(best.own)))) continue;
        if (best.cluster < 0 && n_members_[labels_[i]] == 1) continue;
        move(i, best.cluster);
        ++n_moved;
        for (const Node j : row.nodes) is_marked_[j] = 1;
        for (const Node j : apart(i)) is_marked_[j] = 1;
    }
    return n_moved;
}

bool StreamedMoves::is_any_marked(Node begin, Node end) const {
    const auto marks =
        std::span(is_marked_).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    return std::find(marks.begin(), marks.end(), 1) != marks.end();
}

}  // namespace frenemy
