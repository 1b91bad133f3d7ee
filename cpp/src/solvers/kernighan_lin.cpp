// Kernighan-Lin with joins, KLj (Keuper et al. 2015; Kernighan & Lin 1970).

#include <algorithm>

#include "frenemy/core/expiry_check.hpp"
#include "frenemy/core/rounding.hpp"
#include "frenemy/moves/border_moves.hpp"
#include "frenemy/moves/greedy_contraction.hpp"
#include "frenemy/moves/one_optimal.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

/// Sweeps over pairs of adjacent clusters. A pair is tried when either of its clusters is, so it need not be tried
/// again while both are unchanged since then; this needs no record of pairs.
class KernighanLin {
  public:
    KernighanLin(Clustering& clustering, double patience)
        : graph_(clustering.graph()),
          clustering_(clustering),
          moves_(clustering),
          patience_(patience),
          changed_at_(static_cast<std::size_t>(graph_.n_nodes()), 0),
          tried_at_(changed_at_.size(), -1),
          listed_at_(changed_at_.size(), 0),
          borders_(changed_at_.size()) {}

    /// Tries every cluster that has changed since its last attempt, with an empty one and with all adjacent ones.
    /// Returns whether anything changed.
    bool sweep(Run& run) {
        const std::int64_t before = n_changes_;
        for (Node a = 0; a < clustering_.n_ids(); ++a) {
            if (clustering_.n_members(a) == 0 || tried_at_[a] > changed_at_[a]) continue;
            if (run.expired()) break;
            tried_at_[a] = ++time_;
            while (split(a, run)) {
            }
            try_all_met(a, run);
        }
        clustering_.change_energy(graph_.energy(clustering_.labels()) - clustering_.energy());  // removes drift
        return n_changes_ > before;
    }

    /// Single-node moves to a local optimum. Returns whether anything changed.
    bool move_single_nodes(Run& run) {
        ++time_;
        const auto note = [&](Node i, Node from) { changed_at_[from] = changed_at_[clustering_.label(i)] = time_; };
        const bool has_moved = make_one_optimal(clustering_, run, note) > 0;
        if (has_moved) moves_.refresh();
        return has_moved;
    }

  private:
    using Crossing = BorderMoves::Crossing;

    /// The edges between the current cluster and another one: a range of `listed_`, and a chain in `later_` for nodes
    /// that joined later.
    struct Border {
        double attraction = 0.0;  // of the attracting pairs among them
        std::int64_t first = 0, n_listed = 0;
        std::int64_t last_later = -1;
        bool is_met = false;
        bool is_open = false;  // still to be tried
    };
    struct Later {
        Crossing crossing;
        std::int64_t before;
    };

    /// Splits a part off cluster a if that gains.
    bool split(Node a, Run& run) {
        if (clustering_.n_members(a) < 2 || run.expired()) return false;
        const Node b = clustering_.empty_cluster();
        const double gain = moves_.find(a, b, {}, BorderMoves::Begin::all, BorderMoves::unlimited, run);
        if (gain > 0.0) follow_path(a, b, gain);
        return gain > 0.0;
    }

    void try_all_met(Node a, Run& run) {
        met_.clear();
        later_.clear();
        ++n_lists_;
        if (meet_others(a, run) && list_crossing(a, run)) {
            for (std::size_t k = 0; k < met_.size() && clustering_.n_members(a) > 0 && !run.is_stopped(); ++k) {
                if (borders_[met_[k]].is_open) try_pair(a, met_[k], run);
            }
        }
        for (const Node b : met_) borders_[b] = Border{};
    }

    /// Finds the clusters adjacent to a and which of them to try. Without an attracting pair between them,
    /// redistributing two clusters gains at most as much as splitting each, so it is not tried.
    bool meet_others(Node a, Run& run) {
        const double missing = graph_.missing();
        const auto meet = [&](Node b) -> Border& {
            Border& border = borders_[b];
            if (!border.is_met) met_.push_back(b);
            border.is_met = true;
            return border;
        };
        const bool is_done = for_each_edge(a, run, [&](const Crossing& edge, Node b) {
            if (b == a) return;
            Border& border = meet(b);
            ++border.n_listed;
            border.attraction += std::max(0.0, weight(edge));
        });
        if (!is_done) return false;
        if (missing > 0.0) {
            for (Node b = 0; b < clustering_.n_ids(); ++b) {
                if (b != a && clustering_.n_members(b) > 0) meet(b).attraction += missing;
            }
        }
        std::sort(met_.begin(), met_.end());
        std::int64_t n_listed = 0;
        for (const Node b : met_) {
            Border& border = borders_[b];
            const bool is_known = tried_at_[b] > changed_at_[a] && tried_at_[b] > changed_at_[b];
            border.is_open = border.attraction > 0.0 && !is_known;
            if (!border.is_open) continue;
            border.first = n_listed;
            n_listed += border.n_listed;
            border.n_listed = 0;
        }
        listed_.resize(static_cast<std::size_t>(n_listed));
        return true;
    }

    /// Lists the edges to the clusters to try.
    bool list_crossing(Node a, Run& run) {
        if (listed_.empty()) return true;
        return for_each_edge(a, run, [&](const Crossing& edge, Node b) {
            listed_at_[edge.i] = n_lists_;
            Border& border = borders_[b];
            if (border.is_open) listed_[border.first + border.n_listed++] = edge;
        });
    }

    /// Calls `on_edge(edge, cluster of its other end)` for all edges of a's nodes; false if the run expired.
    template <class OnEdge>
    bool for_each_edge(Node a, Run& run, OnEdge on_edge) {
        ExpiryCheck expiry(run);
        for (Node i = moves_.first_member(a); i >= 0; i = moves_.next_member(i)) {
            const auto [nodes, weights] = graph_.neighbors(i);
            if (expiry.is_over(static_cast<std::int64_t>(nodes.size()) + 1)) return false;
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                on_edge(Crossing{i, nodes[k], weights[k]}, clustering_.label(nodes[k]));
            }
        }
        return true;
    }

    /// Lists the edges of a node that joined the current cluster, unless they are already listed.
    void list_newcomer(Node i) {
        if (listed_at_[i] == n_lists_) return;
        listed_at_[i] = n_lists_;
        const auto [nodes, weights] = graph_.neighbors(i);
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            Border& border = borders_[clustering_.label(nodes[k])];
            if (!border.is_open) continue;
            later_.push_back({{i, nodes[k], weights[k]}, border.last_later});
            border.last_later = static_cast<std::int64_t>(later_.size()) - 1;
        }
    }

    /// Redistributes the nodes of a and b or joins the two, whichever gains more, if any.
    void try_pair(Node a, Node b, Run& run) {
        Border& border = borders_[b];
        border.is_open = false;
        between_.clear();
        double attraction = 0.0, total = 0.0;
        const auto take = [&](const Crossing& edge) {
            if (clustering_.label(edge.i) != a) return;  // it has left meanwhile
            between_.push_back(edge);
            attraction += std::max(0.0, weight(edge));
            total += edge.weight;
        };
        for (std::int64_t k = 0; k < border.n_listed; ++k) take(listed_[border.first + k]);
        for (std::int64_t k = border.last_later; k >= 0; k = later_[k].before) take(later_[k].crossing);
        const double unlisted =
            graph_.missing() == 0.0 ? 0.0 : graph_.missing() * (clustering_.size(a) * clustering_.size(b));
        total += unlisted;
        attraction += std::max(0.0, unlisted);
        const auto begin = graph_.missing() > 0.0 ? BorderMoves::Begin::all : BorderMoves::Begin::border;
        const double gain = moves_.find(a, b, between_, begin, patience_ * attraction, run);
        if (total >= gain && total > BorderMoves::noise * attraction) {
            join(a, b, total);
        } else if (gain > 0.0) {
            follow_path(a, b, gain);
        }
    }

    void follow_path(Node a, Node b, double gain) {
        for (const Node i : moves_.path()) {
            const bool is_newcomer = clustering_.label(i) == b;
            moves_.move(i, is_newcomer ? a : b);
            if (is_newcomer) list_newcomer(i);
        }
        note_change(a, b, gain);
    }

    void join(Node a, Node b, double gain) {
        const bool is_a_kept = clustering_.n_members(a) >= clustering_.n_members(b);
        const Node kept = is_a_kept ? a : b, gone = is_a_kept ? b : a;
        for (Node i = moves_.first_member(gone); i >= 0; i = moves_.first_member(gone)) {
            moves_.move(i, kept);
            if (is_a_kept) list_newcomer(i);
        }
        note_change(a, b, gain);
    }

    void note_change(Node a, Node b, double gain) {
        clustering_.change_energy(-gain);
        changed_at_[a] = changed_at_[b] = ++time_;
        ++n_changes_;
    }

    /// The total weight of an edge's pair.
    double weight(const Crossing& edge) const {
        if (graph_.missing() == 0.0) return edge.weight;
        return edge.weight + graph_.missing() * (graph_.size(edge.i) * graph_.size(edge.j));
    }

    const Graph& graph_;
    Clustering& clustering_;
    BorderMoves moves_;
    const double patience_;
    std::int64_t time_ = 0, n_changes_ = 0;
    std::vector<std::int64_t> changed_at_, tried_at_;  // of clusters

    // State of the current cluster.
    std::int64_t n_lists_ = 0;
    std::vector<std::int64_t> listed_at_;  // the listing in which the edges of a node were last listed
    std::vector<Border> borders_;          // by cluster
    std::vector<Node> met_;
    std::vector<Crossing> listed_, between_;
    std::vector<Later> later_;
};

}  // namespace

Labels kernighan_lin(const Graph& graph, Labels start, Run& run, double patience) {
    const bool is_cold = make_contiguous(start) <= 1;
    if (is_cold) start = contract_greedily(graph, std::move(start), run);
    Clustering clustering(graph, std::move(start));
    const auto round_done = [&] {
        return run.round_done(clustering.energy(), clustering.n_clusters(), clustering.labels());
    };
    if (is_cold && round_done()) return clustering.labels();

    KernighanLin search(clustering, patience);
    bool has_changed = true;
    while (has_changed && !run.is_stopped()) {
        double before = clustering.energy();
        has_changed = search.sweep(run);
        if (round_done()) break;
        if (has_changed && !is_rounding_noise(graph, before, clustering.energy())) continue;
        before = clustering.energy();
        has_changed = search.move_single_nodes(run) && !is_rounding_noise(graph, before, clustering.energy());
    }
    return contiguous(clustering.labels());
}

}  // namespace frenemy
