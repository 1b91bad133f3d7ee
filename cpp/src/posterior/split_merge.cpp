#include "frenemy/posterior/split_merge.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "frenemy/core/rng.hpp"

namespace frenemy {

namespace {

constexpr int n_scans = 2;  // between the first one and the last

/// log(1 / (1 + exp(-x))) without overflow.
double log_sigmoid(double x) { return x < 0.0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x)); }

}  // namespace

SplitMerge::SplitMerge(SampledPartition& partition)
    : partition_(partition), side_(static_cast<std::size_t>(partition.graph().n_nodes()), nowhere) {}

/// Two random nodes, or the ends of a random listed pair, for which proposals are more likely to succeed. Independent
/// of the partition, so that the reverse proposal makes the same choice with the same probability.
void SplitMerge::choose_two(Rng& rng) {
    const Graph& graph = partition_.graph();
    const auto n = static_cast<std::uint64_t>(graph.n_nodes());
    i_ = static_cast<Node>(rng.below(n));
    const auto neighbors = graph.neighbors(i_).nodes;
    const std::uint64_t draw = rng.next();
    if (!neighbors.empty() && draw >> 63 != 0) {
        j_ = neighbors[rng.below(neighbors.size())];
    } else {
        j_ = static_cast<Node>(rng.below(n - 1));
        if (j_ >= i_) ++j_;
    }
}

std::int64_t SplitMerge::propose(Rng& rng, const IsOver& is_over) {
    if (partition_.graph().n_nodes() < 2) return 1;
    is_over_ = &is_over;
    n_steps_ = 1;
    ++n_proposed_;
    choose_two(rng);
    const Node first = partition_.label(i_), second = partition_.label(j_);
    if (!is_too_large() && (first == second || may_be_one(first, second))) {
        gather(first);
        if (first != second) gather(second);
        n_accepted_ += first == second ? try_split(rng) : try_merge(rng);
    }
    for (const Node k : others_) side_[k] = nowhere;
    side_[i_] = side_[j_] = nowhere;
    others_.clear();
    return n_steps_;
}

/// Equal before a split and before the reverse merge.
bool SplitMerge::is_too_large() const {
    const Node first = partition_.label(i_), second = partition_.label(j_);
    const Clustering& clustering = partition_.clustering();
    if (first == second) return clustering.n_members(first) > max_members;
    return clustering.n_members(first) > max_members - std::min(max_members, clustering.n_members(second));
}

bool SplitMerge::may_be_one(Node first, Node second) const {
    if (!partition_.has_apart()) return true;
    const bool is_first_small = partition_.clustering().n_members(first) <= partition_.clustering().n_members(second);
    return partition_.may_merge(is_first_small ? first : second, is_first_small ? second : first);
}

void SplitMerge::gather(Node cluster) {
    partition_.for_members(cluster, [this](Node k) {
        if (k != i_ && k != j_) others_.push_back(k);
    });
    n_steps_ += partition_.clustering().n_members(cluster);
}

void SplitMerge::put(Node i, Side side) {
    const double size = partition_.graph().size(i);
    if (side_[i] != nowhere) size_[side_[i]] -= size;
    size_[side] += size;
    side_[i] = side;
}

double SplitMerge::log_odds_of_left(Node i) {
    const Graph& graph = partition_.graph();
    const auto row = graph.neighbors(i);
    double pull = 0.0;
    for (std::size_t a = 0; a < row.nodes.size(); ++a) {
        const Side side = side_[row.nodes[a]];
        if (side != nowhere) pull += side == left ? row.weights[a] : -row.weights[a];
    }
    if (graph.missing() != 0.0) {
        const double size = graph.size(i);
        const double more = size_[left] - size_[right] + (side_[i] == right ? size : side_[i] == left ? -size : 0.0);
        pull += graph.missing() * size * more;
    }
    return beta_ * pull;
}

/// The weight between the two complete sides, computed from the smaller one. Empty if time is up.
std::optional<double> SplitMerge::cut() {
    const Graph& graph = partition_.graph();
    const auto n_left = std::count_if(others_.begin(), others_.end(), [this](Node k) { return side_[k] == left; });
    const Side from = 2 * n_left <= std::ssize(others_) ? left : right, to = from == left ? right : left;
    double total = graph.missing() * size_[left] * size_[right];
    const auto add = [&](Node k) {
        const auto row = graph.neighbors(k);
        for (std::size_t a = 0; a < row.nodes.size(); ++a) {
            if (side_[row.nodes[a]] == to) total += row.weights[a];
        }
        return step(row.nodes.size());
    };
    if (!add(from == left ? i_ : j_)) return std::nullopt;
    for (const Node k : others_) {
        if (side_[k] == from && !add(k)) return std::nullopt;
    }
    return total;
}

/// Only the two drawn nodes have a side.
void SplitMerge::begin() {
    for (const Node k : others_) side_[k] = nowhere;
    side_[i_] = side_[j_] = nowhere;
    size_[left] = size_[right] = 0.0;
    put(i_, left);
    put(j_, right);
}

SplitMerge::Side SplitMerge::draw_side(double log_odds, Rng& rng) {
    return uniform(rng) * (1.0 + std::exp(-log_odds)) < 1.0 ? left : right;
}

/// Assigns every other node in turn to the side that `choose` returns; returns the log-probability that `draw_side`
/// makes the same choices. Empty if time is up.
template <class Choose>
std::optional<double> SplitMerge::scan(Choose choose) {
    double log_probability = 0.0;
    for (const Node k : others_) {
        if (!step(partition_.graph().neighbors(k).nodes.size())) return std::nullopt;
        const double log_odds = log_odds_of_left(k);
        const Side side = choose(k, log_odds);
        log_probability += log_sigmoid(side == left ? log_odds : -log_odds);
        put(k, side);
    }
    return log_probability;
}

/// The launch state: sides to begin the last scan from, which depend on the two nodes and the set of others but not on
/// the current partition, so that a split and its reverse merge share the same distribution. False if time is up.
bool SplitMerge::launch(Rng& rng) {
    rng.shuffle(std::span<Node>(others_));
    begin();
    const auto draw = [&](Node, double log_odds) { return draw_side(log_odds, rng); };
    for (int k = 0; k < 1 + n_scans; ++k) {
        if (!scan(draw)) return false;
    }
    return true;
}

bool SplitMerge::try_split(Rng& rng) {
    if (!launch(rng)) return false;
    const auto log_proposal = scan([&](Node, double log_odds) { return draw_side(log_odds, rng); });
    if (!log_proposal) return false;
    const auto cost = cut();
    if (!cost || !(std::log(1.0 - uniform(rng)) <= -beta_ * *cost - *log_proposal)) return false;
    // The cluster has no violations, so its two sides have none.
    const Node to = partition_.empty_cluster();
    partition_.move(j_, to, 0.0);
    for (const Node k : others_) {
        if (side_[k] == right) partition_.move(k, to, 0.0);
    }
    partition_.change_energy(*cost);
    return true;
}

bool SplitMerge::try_merge(Rng& rng) {
    begin();
    for (const Node k : others_) put(k, side_now(k));
    const auto cost = cut();
    if (!cost) return false;
    const double threshold = std::log(1.0 - uniform(rng));
    // The reverse probability is at most 1: reject early if the proposal fails even then.
    if (!(threshold <= beta_ * *cost)) return false;
    if (!launch(rng)) return false;
    const auto log_proposal = scan([&](Node k, double) { return side_now(k); });
    if (!log_proposal || !(threshold <= beta_ * *cost + *log_proposal)) return false;
    const Clustering& clustering = partition_.clustering();
    const Node first = clustering.label(i_), second = clustering.label(j_);
    const Side moving = clustering.n_members(first) <= clustering.n_members(second) ? left : right;
    const Node to = moving == left ? second : first;
    partition_.move(moving == left ? i_ : j_, to, 0.0);
    for (const Node k : others_) {
        if (side_[k] == moving) partition_.move(k, to, 0.0);
    }
    partition_.change_energy(-*cost);
    return true;
}

}  // namespace frenemy
