// Swap-and-Explore: swap moves by QPBO-I (Bagon & Galun, Algorithm 2).

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "frenemy/hashing/flat_table.hpp"
#include "frenemy/moves/binary_move.hpp"
#include "frenemy/moves/single_moves.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

// Nodes of a step for each node that may change sides.
constexpr std::size_t reach = 16;
constexpr std::size_t min_region = 256;
constexpr std::size_t nodes_between_checks = 1024;

class Swap {
  public:
    Swap(const Graph& graph, Labels start)
        : graph_(graph),
          clustering_(graph, std::move(start)),
          step_(clustering_),
          single_moves_(clustering_),
          is_met_(n(), 0),
          members_(n()),
          changed_at_(n(), 1),
          node_changed_at_(n(), 1) {
        list_members();
    }

    Clustering& clustering() { return clustering_; }

    /// For every cluster, tries to split it and to swap with each later neighbouring cluster, unless neither has
    /// changed since the last attempt. Two clusters without a common edge need no attempt: moving nodes between them is
    /// equivalent to moving them to an empty cluster. Returns whether anything changed.
    bool sweep(Run& run) {
        bool has_changed = false;
        // Clusters that are split off get the next numbers, and the loop reaches them.
        Node n_labels = clustering_.n_clusters();
        for (Node a = 0; a < n_labels; ++a) {
            has_changed |= split(a, n_labels, run);
            if (run.expired()) break;
            neighbors_at_ = -1;
            for (Node b = next_neighbor(a, a); b >= 0 && !run.expired(); b = next_neighbor(a, b)) {
                auto& tried_at = tried_at_[pair_key(a, b)];
                if (tried_at >= changed_at_[a] && tried_at >= changed_at_[b]) continue;
                const bool is_gain = swap(a, b, tried_at, run);
                tried_at = is_gain ? time_ - 1 : time_;
                has_changed |= is_gain;
            }
        }
        return has_changed;
    }

    /// Single-node moves once swaps are exhausted: Improve keeps the labels of its root nodes, which may still gain.
    /// Returns whether anything changed.
    bool move_single_nodes(Run& run) {
        ++time_;
        std::vector<Node> order(n());
        std::iota(order.begin(), order.end(), 0);
        const bool has_moved = single_moves_.round(order, run, [&](Node i, Node from) {
            node_changed_at_[i] = changed_at_[from] = changed_at_[clustering_.label(i)] = time_;
        }) > 0;
        if (has_moved) list_members();
        return has_moved;
    }

    /// Renumbers the clusters without gaps; keeps the record of attempts.
    void renumber() {
        const Labels old = clustering_.labels();
        clustering_.tidy();
        std::vector<Node> renamed(n(), -1);
        std::vector<std::int64_t> changed_at(n(), time_);
        for (std::size_t i = 0; i < old.size(); ++i) {
            const Node label = clustering_.labels()[i];
            renamed[old[i]] = label;
            changed_at[label] = changed_at_[old[i]];
        }
        std::unordered_map<std::uint64_t, std::int64_t> tried_at;
        for (const auto& [key, time] : tried_at_) {
            const Node a = renamed[key >> 32], b = renamed[key & 0xffffffffU];
            if (a >= 0 && b >= 0 && time > 0) tried_at[pair_key(a, b)] = time;
        }
        tried_at_ = std::move(tried_at);
        changed_at_ = std::move(changed_at);
        list_members();
    }

  private:
    std::size_t n() const { return static_cast<std::size_t>(graph_.n_nodes()); }

    void list_members() {
        for (auto& members : members_) members.clear();
        for (Node i = 0; i < graph_.n_nodes(); ++i) members_[clustering_.label(i)].push_back(i);
    }

    /// Splits parts off cluster a as long as that gains.
    bool split(Node a, Node& n_labels, Run& run) {
        bool has_changed = false;
        auto& tried_at = tried_at_[pair_key(a, a)];
        // Emptied clusters keep their numbers until the end of the sweep, so there may be no number for a new one.
        while (members_[a].size() > 1 && n_labels < graph_.n_nodes() && tried_at < changed_at_[a] && !run.expired()) {
            if (swap(a, n_labels, tried_at, run)) {
                has_changed = true;
                ++n_labels;
                tried_at = 0;  // the rest may split elsewhere: try all of it again
            } else {
                tried_at = time_;
            }
        }
        return has_changed;
    }

    /// The next cluster after b that shares an edge with a, or -1.
    Node next_neighbor(Node a, Node b) {
        if (neighbors_at_ != changed_at_[a]) {
            neighbors_at_ = changed_at_[a];
            neighbors_.clear();
            for (const Node i : members_[a]) {
                for (const Node j : graph_.neighbors(i).nodes) {
                    const Node label = clustering_.label(j);
                    if (is_met_[label]) continue;
                    is_met_[label] = 1;
                    neighbors_.push_back(label);
                }
            }
            for (const Node label : neighbors_) is_met_[label] = 0;
            std::sort(neighbors_.begin(), neighbors_.end());
        }
        const auto next = std::upper_bound(neighbors_.begin(), neighbors_.end(), b);
        return next == neighbors_.end() ? -1 : *next;
    }

    /// Tries to redistribute the members of a and b: those that may change sides, and those around them.
    bool swap(Node a, Node b, std::int64_t tried_at, Run& run) {
        ++time_;
        both_.assign(members_[a].begin(), members_[a].end());
        both_.insert(both_.end(), members_[b].begin(), members_[b].end());
        if (!find_region(a, b, tried_at, run)) return false;
        before_.clear();
        for (const Node i : region_) before_.push_back(clustering_.label(i));
        if (!step_.swap(region_, a, b, run)) return false;
        for (std::size_t k = 0; k < region_.size(); ++k) {
            if (clustering_.label(region_[k]) != before_[k]) node_changed_at_[region_[k]] = time_;
        }
        members_[a].clear();
        members_[b].clear();
        for (const Node i : both_) members_[clustering_.label(i)].push_back(i);
        changed_at_[a] = changed_at_[b] = time_;
        return true;
    }

    /// The members of a and b in the step. After an earlier attempt: those that have changed since, or whose neighbours
    /// have, and those around them. At the first attempt: the border and its surroundings, if the cluster could not be
    /// split (a set that gains by changing sides without touching the other cluster would also gain by leaving for an
    /// empty one); otherwise all members. False if the run expired.
    bool find_region(Node a, Node b, std::int64_t tried_at, Run& run) {
        const bool is_first = tried_at == 0;
        const std::int64_t since_a = is_first ? split_tried_at(a) : tried_at;
        const std::int64_t since_b = is_first ? split_tried_at(b) : tried_at;
        region_.clear();
        const auto take = [&](Node i) {
            is_met_[i] = 1;
            region_.push_back(i);
        };
        for (std::size_t k = 0; k < both_.size(); ++k) {
            if (k % nodes_between_checks == 0 && run.expired()) break;
            const Node i = both_[k];
            const bool is_in_a = clustering_.label(i) == a;
            const std::int64_t since = is_in_a ? since_a : since_b;
            const Node other = is_in_a ? b : a;
            bool is_touched = node_changed_at_[i] > since;
            for (const Node j : graph_.neighbors(i).nodes) {
                if (is_touched) break;
                is_touched = node_changed_at_[j] > since || (is_first && clustering_.label(j) == other);
            }
            if (is_touched) take(i);
        }
        const std::size_t max_region = std::min(both_.size(), std::max(min_region, reach * region_.size()));
        for (std::size_t next = 0; next < region_.size() && region_.size() < max_region; ++next) {
            if (next % nodes_between_checks == 0 && run.expired()) break;
            for (const Node j : graph_.neighbors(region_[next]).nodes) {
                const Node label = clustering_.label(j);
                if (!is_met_[j] && (label == a || label == b)) take(j);
            }
        }
        for (const Node i : region_) is_met_[i] = 0;
        return !run.is_stopped();
    }

    /// When a cluster was last tried to split without success; 0 if never.
    std::int64_t split_tried_at(Node cluster) const {
        const auto found = tried_at_.find(pair_key(cluster, cluster));
        return found == tried_at_.end() ? 0 : found->second;
    }

    const Graph& graph_;
    Clustering clustering_;
    BinaryMove step_;
    SingleMoves single_moves_;
    std::vector<char> is_met_;  // scratch marks of clusters or nodes; all zero between uses
    std::vector<std::vector<Node>> members_;
    std::vector<std::int64_t> changed_at_;       // of a cluster
    std::vector<std::int64_t> node_changed_at_;  // when a node last changed clusters
    std::unordered_map<std::uint64_t, std::int64_t> tried_at_;
    std::int64_t time_ = 1;
    std::vector<Node> neighbors_;
    std::int64_t neighbors_at_ = -1;
    std::vector<Node> both_, region_, before_;
};

}  // namespace

Labels swap_explore(const Graph& problem, Labels start, Run& run, std::int64_t max_stored_pairs) {
    const std::optional<Graph> stored = with_pairs_stored(problem, "SwapExplore", max_stored_pairs);
    const Graph& graph = stored ? *stored : problem;
    Swap swap(graph, std::move(start));
    auto& clustering = swap.clustering();
    bool has_changed = true;
    while (has_changed) {
        has_changed = swap.sweep(run) || (!run.expired() && swap.move_single_nodes(run));
        if (run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels())) break;
        if (has_changed) swap.renumber();
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
