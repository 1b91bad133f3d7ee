#include <algorithm>
#include <unordered_map>

#include "frenemy/binary_move.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

class Swap {
  public:
    Swap(const Graph& graph, Labels start)
        : graph_(graph),
          clustering_(graph, std::move(start)),
          step_(clustering_),
          is_met_(n(), 0),
          members_(n()),
          changed_at_(n(), 1) {
        list_members();
    }

    Clustering& clustering() { return clustering_; }

    /// Tries every pair of neighbouring clusters, and every cluster with an empty one, unless neither of the two has
    /// changed since it was last tried. Pairs that share no edge need no try: taking nodes from one to the other is the
    /// same as taking them to an empty one. Returns whether anything changed.
    bool sweep(Run& run) {
        bool has_changed = false;
        // A cluster that a step opens gets the number after the last, and both loops go on to it.
        Node n_labels = clustering_.n_clusters();
        for (Node a = 0; a < n_labels; ++a) {
            neighbors_at_ = -1;
            for (Node b = next_partner(a, a, n_labels); b <= n_labels && b < graph_.n_nodes();
                 b = next_partner(a, b, n_labels)) {
                if (run.expired()) return has_changed;
                if (members_[a].empty() || (b == n_labels && members_[a].size() == 1)) break;
                const bool is_empty = b == n_labels;
                auto& tried_at = tried_at_[pair_key(a, is_empty ? a : b)];
                if (tried_at >= changed_at_[a] && (is_empty || tried_at >= changed_at_[b])) continue;
                if (swap(a, b, run)) {
                    has_changed = true;
                    n_labels += is_empty;
                } else {
                    tried_at = time_;
                }
            }
        }
        return has_changed;
    }

    /// Closes the gaps that emptied clusters left in the numbering; what was tried stays known.
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
            if (a >= 0 && b >= 0 && time >= std::max(changed_at[a], changed_at[b])) tried_at[pair_key(a, b)] = time;
        }
        tried_at_ = std::move(tried_at);
        changed_at_ = std::move(changed_at);
        list_members();
    }

  private:
    std::size_t n() const { return static_cast<std::size_t>(graph_.n_nodes()); }

    /// A cluster paired with itself stands for its try with an empty one.
    static std::uint64_t pair_key(Node a, Node b) {
        return (static_cast<std::uint64_t>(std::min(a, b)) << 32) | static_cast<std::uint64_t>(std::max(a, b));
    }

    void list_members() {
        for (auto& members : members_) members.clear();
        for (Node i = 0; i < graph_.n_nodes(); ++i) members_[clustering_.label(i)].push_back(i);
    }

    /// The next cluster after b that shares an edge with a, and behind the last of them the empty one, `n_labels`;
    /// behind that, whatever follows.
    Node next_partner(Node a, Node b, Node n_labels) {
        if (b >= n_labels) return b + 1;
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
        return next == neighbors_.end() ? n_labels : *next;
    }

    bool swap(Node a, Node b, Run& run) {
        ++time_;
        nodes_.assign(members_[a].begin(), members_[a].end());
        nodes_.insert(nodes_.end(), members_[b].begin(), members_[b].end());
        if (!step_.swap(nodes_, a, b, run)) return false;
        members_[a].clear();
        members_[b].clear();
        for (const Node i : nodes_) members_[clustering_.label(i)].push_back(i);
        changed_at_[a] = changed_at_[b] = time_;
        return true;
    }

    const Graph& graph_;
    Clustering clustering_;
    BinaryMove step_;
    std::vector<char> is_met_;
    std::vector<std::vector<Node>> members_;
    std::vector<std::int64_t> changed_at_;
    std::unordered_map<std::uint64_t, std::int64_t> tried_at_;
    std::int64_t time_ = 1;
    std::vector<Node> neighbors_;
    std::int64_t neighbors_at_ = -1;
    std::vector<Node> nodes_;
};

}  // namespace

Labels swap_explore(const Graph& problem, Labels start, Run& run) {
    const std::optional<Graph> stored = with_pairs_stored(problem, "SwapExplore");
    const Graph& graph = stored ? *stored : problem;
    Swap swap(graph, std::move(start));
    auto& clustering = swap.clustering();
    bool has_changed = true;
    while (has_changed) {
        has_changed = swap.sweep(run);
        if (run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels())) break;
        if (has_changed) swap.renumber();
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
