#include "frenemy/lifted/lifted_moves.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

constexpr double noise = 1e-12;  // a gain below this share of the weights that it sums may be rounding

constexpr Node nodes_per_block = 32;

}  // namespace

LiftedMoves::LiftedMoves(const LiftedGraph& graph, Labels labels)
    : graph_(graph),
      labels_(std::move(labels)),
      n_members_(labels_.size(), 0),
      attraction_(labels_.size(), 0.0),
      is_queued_(labels_.size(), 0),
      removability_(graph.base) {
    for (const Node label : labels_) ++n_members_[label];
    for (auto id = static_cast<Node>(labels_.size()); id-- > 0;) {
        if (n_members_[id] == 0) empty_.push_back(id);
    }
}

LiftedMoves::Target LiftedMoves::best_target(Node i) {
    const Node own = labels_[i];
    const auto [nodes, weights] = graph_.pairs.neighbors(i);
    double magnitude = 0.0;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        attraction_[labels_[nodes[k]]] += weights[k];
        magnitude += std::abs(weights[k]);
    }
    Node best = own;
    double most = attraction_[own] + noise * magnitude;
    const double stay = attraction_[own];
    if (most < 0.0 && n_members_[own] > 1) {
        best = -1;  // alone
        most = 0.0;
    }
    for (const Node j : graph_.base.neighbors(i).nodes) {
        const Node to = labels_[j];
        if (attraction_[to] > most || (attraction_[to] == most && best >= 0 && best != own && to < best)) {
            best = to;
            most = attraction_[to];
        }
    }
    for (const Node j : nodes) attraction_[labels_[j]] = 0.0;
    return {best, best == own ? 0.0 : most - stay};
}

void LiftedMoves::move(Node i, Node to) {
    const Node from = labels_[i];
    labels_[i] = to;
    ++n_members_[to];
    if (--n_members_[from] == 0) empty_.push_back(from);
    for (const Node j : graph_.pairs.neighbors(i).nodes) push(j);
    for (const Node j : graph_.base.neighbors(i).nodes) push(j);
}

void LiftedMoves::push_borders() {
    for (Node i = 0; i < graph_.n_nodes(); ++i) {
        const auto nodes = graph_.base.neighbors(i).nodes;
        if (std::any_of(nodes.begin(), nodes.end(), [&](Node j) { return labels_[j] != labels_[i]; })) push(i);
    }
}

double LiftedMoves::converge(Run& run) {
    ExpiryCheck expiry(run);
    double total = 0.0;
    for (std::int64_t steps = 0; next_ < queue_.size(); ++next_) {
        const Node i = queue_[next_];
        const auto work = static_cast<std::int64_t>(graph_.pairs.neighbors(i).nodes.size()) + 2;
        if (expiry.is_over(work + removability_.steps() - steps)) break;
        steps = removability_.steps();
        is_queued_[i] = 0;
        if (next_ + 1 == labels_.size()) {  // the front of the queue is done
            queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(next_));
            next_ = 0;
        }
        auto [to, gain] = best_target(i);
        if (!(gain > 0.0) || !removability_.is_removable(labels_, i)) continue;
        if (to < 0) {
            while (n_members_[empty_.back()] != 0) empty_.pop_back();
            to = empty_.back();
        }
        move(i, to);
        total += gain;
    }
    return total;
}

Labels moved_lifted(const LiftedGraph& graph, Labels labels, Rng& rng, Run& run, std::span<const char> is_first) {
    // Random blocks of nodes that are near each other in memory, which takes half the time of a random order.
    std::vector<Node> blocks(labels.size() / nodes_per_block + 1);
    std::iota(blocks.begin(), blocks.end(), Node{0});
    rng.shuffle(std::span(blocks));
    const Node n = graph.n_nodes();
    LiftedMoves moves(graph, std::move(labels));
    for (const Node block : blocks) {
        const Node end = std::min(n, static_cast<Node>((block + 1) * nodes_per_block));
        for (auto i = static_cast<Node>(block * nodes_per_block); i < end; ++i) {
            if (is_first.empty() || is_first[i]) moves.push(i);
        }
    }
    moves.converge(run);
    return contiguous(moves.labels());
}

}  // namespace frenemy
