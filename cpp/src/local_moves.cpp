#include "frenemy/local_moves.hpp"

#include <algorithm>
#include <cmath>

#include "frenemy/huge_pages.hpp"
#include "frenemy/prefetch.hpp"
#include "frenemy/sharing.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t edges_between_checks = 1 << 14;
// Floats carry 24 bits; a slack is made smaller, and what is taken from it larger, by more than their rounding.
constexpr float shrink = 1.0f - 0x1p-22f, grow = 1.0f + 0x1p-22f;
constexpr std::size_t entries_ahead = 64;
// A gain below this share of the two sums it is the difference of is rounding.
constexpr double noise = 1e-13;

}  // namespace

LocalMoves::LocalMoves(const Graph& graph, std::span<const Node> labels)
    : graph_(graph),
      seats_(huge_vector<Seat>(labels.size(), {0, 0.0f})),
      attraction_(huge_vector<double>(labels.size(), 0.0)),
      n_members_(huge_vector<Node>(labels.size(), 0)),
      queue_(huge_vector<Node>(labels.size(), 0)) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
        seats_[i] = {labels[i], 0.0f};
        if (n_members_[labels[i]]++ == 0) ++n_clusters_;
    }
    if (graph.missing() != 0.0) {
        sizes_.assign(labels.size(), 0.0);
        for (std::size_t i = 0; i < labels.size(); ++i) sizes_[labels[i]] += graph.size(static_cast<Node>(i));
    }
    if (graph.missing() > 0.0) largest_.reset(sizes_, n_members_);
    for (std::size_t c = labels.size(); c-- > 0;) {
        if (n_members_[c] == 0) empty_.push_back(static_cast<Node>(c));
    }
}

Labels LocalMoves::labels() const {
    Labels labels(seats_.size());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = seats_[i].cluster;
    return labels;
}

Node LocalMoves::empty_cluster() {
    while (n_members_[empty_.back()] != 0) empty_.pop_back();
    return empty_.back();
}

void LocalMoves::put(Node i, Node cluster) {
    const Node from = seats_[i].cluster;
    if (is_remembering_) steps_.push_back({i, from});
    seats_[i].cluster = cluster;
    if (--n_members_[from] == 0) {
        --n_clusters_;
        empty_.push_back(from);
    }
    if (n_members_[cluster]++ == 0) ++n_clusters_;
    if (!sizes_.empty()) {
        sizes_[from] -= graph_.size(i);
        sizes_[cluster] += graph_.size(i);
    }
    if (largest_.is_kept()) {
        largest_.set(from, sizes_[from], n_members_[from]);
        largest_.set(cluster, sizes_[cluster], n_members_[cluster]);
    }
}

LocalMoves::Best LocalMoves::best_of_neighbors(Node i, const Graph::Neighbors& row, double* attraction) const {
    const Seat* seats = seats_.data();
    const std::size_t degree = row.nodes.size();
    for (std::size_t a = 0; a < degree; ++a) attraction[seats[row.nodes[a]].cluster] += row.weights[a];
    const Node home = seats[i].cluster;
    const double own = attraction[home];
    attraction[home] = 0.0;
    double best = 0.0, second = 0.0;
    Node cluster = -1;
    // A cluster met again shows 0, which is never more than the best so far.
    for (std::size_t a = 0; a < degree; ++a) {
        const Node c = seats[row.nodes[a]].cluster;
        const double x = attraction[c];
        attraction[c] = 0.0;
        cluster = x > best ? c : cluster;
        second = std::max(second, std::min(x, best));
        best = std::max(x, best);
    }
    return {cluster, best, second, own};
}

LocalMoves::Best LocalMoves::best_of_all(Node i, const Graph::Neighbors& row) {
    const Node home = seats_[i].cluster;
    const double size = graph_.size(i), pull = graph_.missing() * size;
    for (std::size_t a = 0; a < row.nodes.size(); ++a) attraction_[seats_[row.nodes[a]].cluster] += row.weights[a];
    const double own = attraction_[home] + pull * (sizes_[home] - size);
    Best best{-1, 0.0, 0.0, own};
    const auto consider = [&](Node cluster) {
        if (cluster == home || n_members_[cluster] == 0) return;
        const double all = attraction_[cluster] + pull * sizes_[cluster];
        if (all > best.attraction) best = {cluster, all, 0.0, own};
    };
    for (const Node j : row.nodes) consider(seats_[j].cluster);
    if (largest_.is_kept()) {
        const auto is_met = [&](Node c) { return attraction_[c] != 0.0; };
        const Node largest = largest_.best_but(home, is_met, pull, std::max(own, best.attraction));
        if (largest >= 0) consider(largest);
    }
    for (const Node j : row.nodes) attraction_[seats_[j].cluster] = 0.0;
    return best;
}

bool LocalMoves::is_gain(const Best& best) {
    return best.attraction - best.own > noise * (std::abs(best.attraction) + std::abs(best.own));
}

float LocalMoves::slack(double lead) const {
    constexpr double least = std::numeric_limits<float>::min(), most = std::numeric_limits<float>::max() / 2;
    if (!sizes_.empty() || !(lead >= least)) return 0.0f;
    return static_cast<float>(std::min(lead, most)) * shrink;
}

void LocalMoves::move(Node i, Node to, const Graph::Neighbors& row) {
    const Node from = seats_[i].cluster;
    put(i, to);
    // What i's move takes from a neighbour's slack at most: a cluster that i leaves or joins changes by w, and for a
    // member of one of them its own cluster changes as well as the other one.
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
        const Node j = row.nodes[a];
        Seat& seat = seats_[j];
        if (seat.slack == queued) continue;
        const float w = static_cast<float>(row.weights[a]);
        float loss;
        if (seat.cluster == from) {
            loss = w > 0.0f ? 2.0f * w : w;
        } else if (seat.cluster == to) {
            loss = w > 0.0f ? -w : -2.0f * w;
        } else {
            loss = std::abs(w);
        }
        // The smallest normal float stands for weights that are too small for one.
        seat.slack -= loss >= 0.0f ? std::max(loss * grow, std::numeric_limits<float>::min()) : loss * shrink;
        if (!(seat.slack >= 0.0f)) push(j);
    }
}

void LocalMoves::visit(Node i) {
    ++n_visits_;
    const auto row = graph_.neighbors(i);
    Best best = sizes_.empty() ? best_of_neighbors(i, row, attraction_.data()) : best_of_all(i, row);
    const double gain = best.attraction - best.own;
    if (!is_gain(best)) {
        seats_[i].slack = slack(-gain);
        return;
    }
    if (best.cluster < 0) {
        if (n_members_[seats_[i].cluster] == 1) {
            seats_[i].slack = 0.0f;
            return;
        }
        best.cluster = empty_cluster();
    }
    seats_[i].slack = slack(best.attraction - std::max(best.own, best.second));
    gain_ += gain;
    move(i, best.cluster, row);
}

void LocalMoves::push_unsettled(Run& run) {
    const Node n = graph_.n_nodes();
    if (!is_worth_sharing(graph_)) {
        push_all();
        return;
    }
    const auto offsets = graph_.offsets();
    const auto neighbors = graph_.neighbors();
    std::vector<char> wants(seats_.size(), 0);
    std::vector<std::vector<double>> attractions(run.n_workers());
    const auto n_chunks = static_cast<std::size_t>((n + nodes_per_chunk - 1) / nodes_per_chunk);
    run.share(n_chunks, [&](std::size_t k, std::size_t worker) {
        auto& attraction = attractions[worker];
        if (attraction.empty()) attraction = huge_vector<double>(seats_.size(), 0.0);
        const auto begin = static_cast<Node>(k) * nodes_per_chunk;
        for (Node i = begin; i < begin + std::min(nodes_per_chunk, n - begin); ++i) {
            const auto row = graph_.neighbors(i);
            const std::size_t ahead = static_cast<std::size_t>(offsets[i]) + entries_ahead;
            for (std::size_t a = ahead; a < std::min(ahead + row.nodes.size(), neighbors.size()); ++a) {
                prefetch(&seats_[neighbors[a]]);
            }
            const Best best = best_of_neighbors(i, row, attraction.data());
            if (is_gain(best) && (best.cluster >= 0 || n_members_[seats_[i].cluster] > 1)) {
                wants[i] = 1;
            } else {
                seats_[i].slack = slack(best.own - best.attraction);
            }
        }
    });
    for (Node i = 0; i < n; ++i) {
        if (wants[i]) push(i);
    }
}

bool LocalMoves::work_off(std::size_t n_nodes, Run& run) {
    std::int64_t until_check = edges_between_checks;
    const std::size_t capacity = queue_.size();
    const auto offsets = graph_.offsets();
    const auto neighbors = graph_.neighbors();
    const auto weights = graph_.weights();
    const auto at = [&](std::size_t ahead) {
        const std::size_t k = head_ + ahead;
        return queue_[k >= capacity ? k - capacity : k];
    };
    for (; n_queued_ > 0 && n_nodes > 0; --n_nodes) {
        // Rows and seats lie anywhere in memory: they are asked for while earlier nodes are looked at.
        if (n_queued_ > 4) {
            const auto row = static_cast<std::size_t>(offsets[at(4)]);
            if (row < neighbors.size()) {
                prefetch(&neighbors[row]);
                prefetch(&weights[row]);
                prefetch(&weights[row] + 8);
            }
            const Node soon = at(2);
            for (auto a = offsets[soon]; a < std::min(offsets[soon] + 24, offsets[soon + 1]); ++a) {
                prefetch(&seats_[neighbors[a]]);
            }
        }
        const Node i = queue_[head_];
        head_ = head_ + 1 == capacity ? 0 : head_ + 1;
        --n_queued_;
        until_check -= offsets[i + 1] - offsets[i] + 1;
        if (until_check < 0) {
            until_check = edges_between_checks;
            if (run.expired()) {
                seats_[i].slack = 0.0f;
                push(i);
                return false;
            }
        }
        visit(i);
    }
    return true;
}

bool LocalMoves::settle(Run& run, std::int64_t visits_per_node) {
    const auto n = static_cast<std::int64_t>(seats_.size());
    const std::int64_t most =
        n_visits_ + std::min(visits_per_node, std::numeric_limits<std::int64_t>::max() / 2 / (n + 1)) * n;
    while (n_visits_ < most) {
        if (!work_off(static_cast<std::size_t>(most - n_visits_), run)) return false;
        if (n_queued_ == 0 && !look_at_all()) return true;
    }
    return true;
}

void LocalMoves::shuffle_queue(Rng& rng) {
    std::rotate(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head_), queue_.end());
    rng.shuffle(std::span<Node>(queue_).first(n_queued_));
    head_ = 0;
    tail_ = n_queued_ == queue_.size() ? 0 : n_queued_;
}

bool LocalMoves::settle_round(Run& run) {
    if (!work_off(n_queued_, run)) return false;
    return n_queued_ == 0 && !look_at_all();
}

bool LocalMoves::look_at_all() {
    if (sizes_.empty() || gain_ == gain_at_last_look_) return false;
    gain_at_last_look_ = gain_;
    push_all();
    return true;
}

void LocalMoves::force(Node i, Node cluster) {
    const auto row = graph_.neighbors(i);
    const Node home = seats_[i].cluster;
    double own = 0.0, there = 0.0;
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
        const Node c = seats_[row.nodes[a]].cluster;
        if (c == home) own += row.weights[a];
        if (c == cluster) there += row.weights[a];
    }
    if (!sizes_.empty()) {
        const double pull = graph_.missing() * graph_.size(i);
        own += pull * (sizes_[home] - graph_.size(i));
        there += pull * sizes_[cluster];
    }
    gain_ += there - own;
    move(i, cluster, row);
    push(i);
}

void LocalMoves::remember() {
    steps_.clear();
    gain_remembered_ = gain_;
    is_remembering_ = true;
}

void LocalMoves::undo() {
    is_remembering_ = false;
    // Slacks went with the moves; 0 is never too large. Only frozen nodes look queued from here on.
    for (; n_queued_ > 0; --n_queued_) {
        seats_[queue_[head_]].slack = 0.0f;
        head_ = head_ + 1 == queue_.size() ? 0 : head_ + 1;
    }
    for (std::size_t k = steps_.size(); k-- > 0;) {
        const Step step = steps_[k];
        put(step.node, step.from);
        seats_[step.node].slack = 0.0f;
        for (const Node j : graph_.neighbors(step.node).nodes) {
            if (seats_[j].slack != queued) seats_[j].slack = 0.0f;
        }
    }
    gain_ = gain_remembered_;
}

}  // namespace frenemy
