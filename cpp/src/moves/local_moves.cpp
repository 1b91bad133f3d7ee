#include "frenemy/moves/local_moves.hpp"

#include <algorithm>
#include <cmath>

#include "frenemy/core/parallel_nodes.hpp"
#include "frenemy/system/huge_pages.hpp"
#include "frenemy/system/prefetch.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t edges_between_checks = 1 << 14;
// Floats have 24 bits: slacks are scaled down, and losses scaled up, by more than the rounding error.
constexpr float shrink = 1.0f - 0x1p-22f, grow = 1.0f + 0x1p-22f;
constexpr std::size_t entries_ahead = 64;
// A gain below this fraction of the two sums it is the difference of is rounding error.
constexpr double noise = 1e-13;

}  // namespace

LocalMoves::LocalMoves(const Graph& graph, std::span<const Node> labels)
    : graph_(graph),
      states_(huge_vector<NodeState>(labels.size(), {0, 0.0f})),
      attraction_(huge_vector<double>(labels.size(), 0.0)),
      n_members_(huge_vector<Node>(labels.size(), 0)),
      queue_(huge_vector<Node>(labels.size(), 0)) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
        states_[i] = {labels[i], 0.0f};
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
    Labels labels(states_.size());
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = states_[i].cluster;
    return labels;
}

Node LocalMoves::empty_cluster() {
    while (n_members_[empty_.back()] != 0) empty_.pop_back();
    return empty_.back();
}

void LocalMoves::put(Node i, Node cluster) {
    const Node from = states_[i].cluster;
    if (is_recording_) steps_.push_back({i, from});
    states_[i].cluster = cluster;
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
    const NodeState* states = states_.data();
    const std::size_t degree = row.nodes.size();
    for (std::size_t a = 0; a < degree; ++a) attraction[states[row.nodes[a]].cluster] += row.weights[a];
    const Node home = states[i].cluster;
    const double own = attraction[home];
    attraction[home] = 0.0;
    double best = 0.0, second = 0.0;
    Node cluster = -1;
    // A cluster that is met again shows 0, which is never better than the best so far.
    for (std::size_t a = 0; a < degree; ++a) {
        const Node c = states[row.nodes[a]].cluster;
        const double x = attraction[c];
        attraction[c] = 0.0;
        cluster = x > best ? c : cluster;
        second = std::max(second, std::min(x, best));
        best = std::max(x, best);
    }
    return {cluster, best, second, own};
}

LocalMoves::Best LocalMoves::best_of_all(Node i, const Graph::Neighbors& row) {
    const Node home = states_[i].cluster;
    const double size = graph_.size(i), pull = graph_.missing() * size;
    for (std::size_t a = 0; a < row.nodes.size(); ++a) attraction_[states_[row.nodes[a]].cluster] += row.weights[a];
    const double own = attraction_[home] + pull * (sizes_[home] - size);
    Best best{-1, 0.0, 0.0, own};
    const auto consider = [&](Node cluster) {
        if (cluster == home || n_members_[cluster] == 0) return;
        const double all = attraction_[cluster] + pull * sizes_[cluster];
        if (all > best.attraction) best = {cluster, all, 0.0, own};
    };
    for (const Node j : row.nodes) consider(states_[j].cluster);
    if (largest_.is_kept()) {
        const auto is_met = [&](Node c) { return attraction_[c] != 0.0; };
        const Node largest = largest_.best_except(home, is_met, pull, std::max(own, best.attraction));
        if (largest >= 0) consider(largest);
    }
    for (const Node j : row.nodes) attraction_[states_[j].cluster] = 0.0;
    return best;
}

bool LocalMoves::is_gain(const Best& best) {
    return best.attraction - best.own > noise * (std::abs(best.attraction) + std::abs(best.own));
}

float LocalMoves::slack(double lead) const {
    constexpr double smallest_normal = std::numeric_limits<float>::min(), limit = std::numeric_limits<float>::max() / 2;
    if (!sizes_.empty() || !(lead >= smallest_normal)) return 0.0f;
    return static_cast<float>(std::min(lead, limit)) * shrink;
}

void LocalMoves::move(Node i, Node to, const Graph::Neighbors& row) {
    const Node from = states_[i].cluster;
    put(i, to);
    // The largest possible loss of a neighbour's slack: the cluster that i leaves or joins changes by w, and for a
    // member of one of them both its own cluster and the alternative may change.
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
        const Node j = row.nodes[a];
        NodeState& state = states_[j];
        if (state.slack == queued) continue;
        const float w = static_cast<float>(row.weights[a]);
        float loss;
        if (state.cluster == from) {
            loss = w > 0.0f ? 2.0f * w : w;
        } else if (state.cluster == to) {
            loss = w > 0.0f ? -w : -2.0f * w;
        } else {
            loss = std::abs(w);
        }
        // The smallest normal float replaces weights that underflow.
        state.slack -= loss >= 0.0f ? std::max(loss * grow, std::numeric_limits<float>::min()) : loss * shrink;
        if (!(state.slack >= 0.0f)) push(j);
    }
}

void LocalMoves::visit(Node i) {
    ++n_visits_;
    const auto row = graph_.neighbors(i);
    Best best = sizes_.empty() ? best_of_neighbors(i, row, attraction_.data()) : best_of_all(i, row);
    const double gain = best.attraction - best.own;
    if (!is_gain(best)) {
        states_[i].slack = slack(-gain);
        return;
    }
    if (best.cluster < 0) {
        if (n_members_[states_[i].cluster] == 1) {
            states_[i].slack = 0.0f;
            return;
        }
        best.cluster = empty_cluster();
    }
    states_[i].slack = slack(best.attraction - std::max(best.own, best.second));
    gain_ += gain;
    move(i, best.cluster, row);
}

void LocalMoves::push_unstable(Run& run) {
    const Node n = graph_.n_nodes();
    if (!is_worth_parallelizing(graph_)) {
        push_all();
        return;
    }
    const auto offsets = graph_.offsets();
    const auto neighbors = graph_.neighbors();
    std::vector<char> wants(states_.size(), 0);
    std::vector<std::vector<double>> attractions(run.n_workers());
    const auto n_chunks = static_cast<std::size_t>((n + nodes_per_chunk - 1) / nodes_per_chunk);
    run.parallel_for(n_chunks, [&](std::size_t k, std::size_t worker) {
        auto& attraction = attractions[worker];
        if (attraction.empty()) attraction = huge_vector<double>(states_.size(), 0.0);
        const auto begin = static_cast<Node>(k) * nodes_per_chunk;
        for (Node i = begin; i < begin + std::min(nodes_per_chunk, n - begin); ++i) {
            const auto row = graph_.neighbors(i);
            const std::size_t ahead = static_cast<std::size_t>(offsets[i]) + entries_ahead;
            for (std::size_t a = ahead; a < std::min(ahead + row.nodes.size(), neighbors.size()); ++a) {
                prefetch(&states_[neighbors[a]]);
            }
            const Best best = best_of_neighbors(i, row, attraction.data());
            if (is_gain(best) && (best.cluster >= 0 || n_members_[states_[i].cluster] > 1)) {
                wants[i] = 1;
            } else {
                states_[i].slack = slack(best.own - best.attraction);
            }
        }
    });
    for (Node i = 0; i < n; ++i) {
        if (wants[i]) push(i);
    }
}

bool LocalMoves::process_queue(std::size_t n_nodes, Run& run) {
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
        // Rows and states are spread over memory: prefetched while earlier nodes are visited.
        if (n_queued_ > 4) {
            const auto row = static_cast<std::size_t>(offsets[at(4)]);
            if (row < neighbors.size()) {
                prefetch(&neighbors[row]);
                prefetch(&weights[row]);
                prefetch(&weights[row] + 8);
            }
            const Node soon = at(2);
            for (auto a = offsets[soon]; a < std::min(offsets[soon] + 24, offsets[soon + 1]); ++a) {
                prefetch(&states_[neighbors[a]]);
            }
        }
        const Node i = queue_[head_];
        head_ = head_ + 1 == capacity ? 0 : head_ + 1;
        --n_queued_;
        until_check -= offsets[i + 1] - offsets[i] + 1;
        if (until_check < 0) {
            until_check = edges_between_checks;
            if (run.expired()) {
                states_[i].slack = 0.0f;
                push(i);
                return false;
            }
        }
        visit(i);
    }
    return true;
}

bool LocalMoves::converge(Run& run, std::int64_t visits_per_node) {
    const auto n = static_cast<std::int64_t>(states_.size());
    const std::int64_t max_visits =
        n_visits_ + std::min(visits_per_node, std::numeric_limits<std::int64_t>::max() / 2 / (n + 1)) * n;
    while (n_visits_ < max_visits) {
        if (!process_queue(static_cast<std::size_t>(max_visits - n_visits_), run)) return false;
        if (n_queued_ == 0 && !requeue_all()) return true;
    }
    return true;
}

void LocalMoves::shuffle_queue(Rng& rng) {
    std::rotate(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head_), queue_.end());
    rng.shuffle(std::span<Node>(queue_).first(n_queued_));
    head_ = 0;
    tail_ = n_queued_ == queue_.size() ? 0 : n_queued_;
}

bool LocalMoves::process_round(Run& run) {
    if (!process_queue(n_queued_, run)) return false;
    return n_queued_ == 0 && !requeue_all();
}

bool LocalMoves::requeue_all() {
    if (sizes_.empty() || gain_ == gain_at_last_requeue_) return false;
    gain_at_last_requeue_ = gain_;
    push_all();
    return true;
}

void LocalMoves::force(Node i, Node cluster) {
    const auto row = graph_.neighbors(i);
    const Node home = states_[i].cluster;
    double own = 0.0, there = 0.0;
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
        const Node c = states_[row.nodes[a]].cluster;
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

void LocalMoves::begin_recording() {
    steps_.clear();
    recorded_gain_ = gain_;
    is_recording_ = true;
}

void LocalMoves::roll_back() {
    is_recording_ = false;
    // Slacks are invalid now; 0 is never too large. From here on only frozen nodes look queued.
    for (; n_queued_ > 0; --n_queued_) {
        states_[queue_[head_]].slack = 0.0f;
        head_ = head_ + 1 == queue_.size() ? 0 : head_ + 1;
    }
    for (std::size_t k = steps_.size(); k-- > 0;) {
        const Step step = steps_[k];
        put(step.node, step.from);
        states_[step.node].slack = 0.0f;
        for (const Node j : graph_.neighbors(step.node).nodes) {
            if (states_[j].slack != queued) states_[j].slack = 0.0f;
        }
    }
    gain_ = recorded_gain_;
}

}  // namespace frenemy
