#include "frenemy/lifted/lifted_border_moves.hpp"

#include <algorithm>
#include <cmath>

namespace frenemy {

namespace {

constexpr double noise = 1e-12;

}  // namespace

LiftedBorderMoves::LiftedBorderMoves(const LiftedGraph& graph, Labels labels)
    : graph_(graph),
      labels_(std::move(labels)),
      n_members_(labels_.size(), 0),
      first_(labels_.size(), -1),
      next_(labels_.size(), -1),
      previous_(labels_.size(), -1),
      changed_at_(labels_.size(), 0),
      tried_at_(labels_.size(), -1),
      removability_(graph.base),
      gain_(labels_.size(), 0.0),
      known_at_(labels_.size(), 0),
      moved_at_(labels_.size(), 0) {
    for (auto i = static_cast<Node>(labels_.size()); i-- > 0;) link(i);
    for (auto id = static_cast<Node>(labels_.size()); id-- > 0;) {
        if (n_members_[id] == 0) empty_.push_back(id);
    }
}

double LiftedBorderMoves::sweep(std::int64_t patience, Run& run) {
    double total = 0.0;
    for (Node a = 0; a < graph_.n_nodes(); ++a) {
        if (n_members_[a] == 0 || tried_at_[a] > changed_at_[a]) continue;
        if (run.expired()) break;
        tried_at_[a] = ++time_;
        total += try_split(a, patience, run);
        list_crossings(a);
        for (std::size_t k = 0; k < crossings_.size() && n_members_[a] > 0 && !run.is_stopped();) {
            const std::size_t begin = k;
            const Node b = crossings_[k].cluster;
            while (k < crossings_.size() && crossings_[k].cluster == b) ++k;
            // A pair is tried when either of its clusters is, so not again while both are as they were then.
            if (tried_at_[b] > changed_at_[a] && tried_at_[b] > changed_at_[b]) continue;
            total += try_border(a, b, std::span(crossings_).subspan(begin, k - begin), patience, run);
        }
    }
    return total;
}

void LiftedBorderMoves::list_crossings(Node a) {
    crossings_.clear();
    for (Node i = first_[a]; i >= 0; i = next_[i]) {
        for (const Node j : graph_.base.neighbors(i).nodes) {
            if (labels_[j] != a) crossings_.push_back({labels_[j], i, j});
        }
    }
    std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& x, const Crossing& y) {
        if (x.cluster != y.cluster) return x.cluster < y.cluster;
        return std::pair(x.i, x.j) < std::pair(y.i, y.j);
    });
}

double LiftedBorderMoves::try_border(Node a, Node b, std::span<const Crossing> border, std::int64_t patience,
                                     Run& run) {
    ++sequence_;
    for (const Crossing& edge : border) {
        if (labels_[edge.i] != a || labels_[edge.j] != b) continue;  // an earlier border has moved them
        offer(edge.i, a, b);
        offer(edge.j, a, b);
    }
    return follow(a, b, patience, run);
}

double LiftedBorderMoves::try_split(Node a, std::int64_t patience, Run& run) {
    if (n_members_[a] < 2) return 0.0;
    while (n_members_[empty_.back()] != 0) empty_.pop_back();
    const Node b = empty_.back();
    ++sequence_;
    for (Node i = first_[a]; i >= 0; i = next_[i]) offer(i, a, b);
    return follow(a, b, patience, run);
}

double LiftedBorderMoves::follow(Node a, Node b, std::int64_t patience, Run& run) {
    path_.clear();
    double total = 0.0, best = 0.0;
    std::size_t n_best = 0;
    ExpiryCheck expiry(run);
    std::int64_t searched = removability_.steps();
    while (!steps_.empty() && path_.size() < n_best + static_cast<std::size_t>(patience)) {
        const auto [gain, i] = steps_.top();
        steps_.pop();
        if (moved_at_[i] == sequence_ || gain != gain_[i]) continue;
        const Node from = labels_[i], to = from == a ? b : a;
        if (!touches(i, to) && n_members_[to] > 0) continue;
        if (n_members_[from] == 1 && n_members_[to] == 0) continue;  // the same cluster with another number
        if (!removability_.is_removable(labels_, i)) continue;
        const auto [nodes, weights] = graph_.pairs.neighbors(i);
        if (expiry.is_over(static_cast<std::int64_t>(nodes.size()) + removability_.steps() - searched)) break;
        searched = removability_.steps();
        relabel(i, to);
        moved_at_[i] = sequence_;
        path_.push_back(i);
        total += gain;
        double magnitude = 0.0;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            magnitude += std::abs(weights[k]);
            const Node j = nodes[k], label = labels_[j];
            if (known_at_[j] != sequence_ || moved_at_[j] == sequence_ || (label != a && label != b)) continue;
            gain_[j] += label == to ? -2.0 * weights[k] : 2.0 * weights[k];
            steps_.push({gain_[j], j});
        }
        if (total > best + noise * magnitude) {
            best = total;
            n_best = path_.size();
        }
        // Base neighbours may touch the other side now, or be removable.
        for (const Node j : graph_.base.neighbors(i).nodes) {
            if (labels_[j] == a || labels_[j] == b) offer(j, a, b);
        }
        if (n_members_[from] == 0) break;  // joined: what follows is a split, which is tried by itself
    }
    while (!steps_.empty()) steps_.pop();
    while (path_.size() > n_best) {
        relabel(path_.back(), labels_[path_.back()] == a ? b : a);
        path_.pop_back();
    }
    if (n_best > 0) changed_at_[a] = changed_at_[b] = ++time_;
    return best;
}

void LiftedBorderMoves::offer(Node i, Node a, Node b) {
    if (moved_at_[i] == sequence_) return;
    if (known_at_[i] != sequence_) {
        known_at_[i] = sequence_;
        const Node own = labels_[i], other = own == a ? b : a;
        const auto [nodes, weights] = graph_.pairs.neighbors(i);
        double gain = 0.0;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            const Node label = labels_[nodes[k]];
            if (label == own) gain -= weights[k];
            if (label == other) gain += weights[k];
        }
        gain_[i] = gain;
    }
    steps_.push({gain_[i], i});
}

bool LiftedBorderMoves::touches(Node i, Node cluster) const {
    const auto nodes = graph_.base.neighbors(i).nodes;
    return std::any_of(nodes.begin(), nodes.end(), [&](Node j) { return labels_[j] == cluster; });
}

void LiftedBorderMoves::relabel(Node i, Node to) {
    unlink(i);
    if (n_members_[labels_[i]] == 0) empty_.push_back(labels_[i]);
    labels_[i] = to;
    link(i);
}

void LiftedBorderMoves::link(Node i) {
    const Node cluster = labels_[i];
    ++n_members_[cluster];
    next_[i] = first_[cluster];
    previous_[i] = -1;
    if (next_[i] >= 0) previous_[next_[i]] = i;
    first_[cluster] = i;
}

void LiftedBorderMoves::unlink(Node i) {
    const Node cluster = labels_[i];
    --n_members_[cluster];
    if (previous_[i] >= 0) {
        next_[previous_[i]] = next_[i];
    } else {
        first_[cluster] = next_[i];
    }
    if (next_[i] >= 0) previous_[next_[i]] = previous_[i];
}

}  // namespace frenemy
