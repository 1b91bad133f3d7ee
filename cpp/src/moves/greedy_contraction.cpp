#include "frenemy/moves/greedy_contraction.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/contraction.hpp"
#include "frenemy/core/expiry_check.hpp"
#include "frenemy/moves/edge_contraction.hpp"
#include "frenemy/moves/join_candidates.hpp"
#include "frenemy/structures/largest_clusters.hpp"
#include "frenemy/structures/max_tree.hpp"

namespace frenemy {

namespace {

/// GAEC if unlisted pairs do not attract. Invariant: every two clusters that attract each other have a candidate of at
/// least their weight. A join can raise the weight to a third cluster only if both joined clusters attract it. Only
/// then a new candidate is needed, and since two stored pairs become one, there are at most twice as many candidates as
/// edges. A candidate that comes up is checked: if its weight has fallen, it is queued again; if it has risen, there is
/// another candidate.
void join_listed(const Graph& graph, EdgeContraction& contraction, Run& run) {
    JoinCandidates candidates;
    if (!candidates.note_all(graph, run)) return;
    ExpiryCheck expiry(run);
    JoinCandidate top;
    while (contraction.n_clusters() > 1 && !expiry.is_over(1) && candidates.pop(top)) {
        const Node a = contraction.find(top.a), b = contraction.find(top.b);
        if (a == b) continue;
        const double weight = contraction.weight(a, b);
        if (weight < top.weight && weight > 0.0) candidates.push({weight, a, b});
        if (weight != top.weight) continue;
        if (expiry.is_over(contraction.work(a, b))) return;
        contraction.join(a, b, [&](Node c, double before, double after) {
            if (after > 0.0 && after > before) candidates.push({after, a, c});
        });
    }
}

/// GAEC if unlisted pairs attract. A join then raises the weights between the joined cluster and all others, so its
/// best partner is searched again. Invariant: of every two clusters, at least one has a best partner of at least their
/// weight. So the heaviest best pair, if it is up to date, is the pair that attracts most.
class ContractAny {
  public:
    ContractAny(const Graph& graph, EdgeContraction& contraction, Run& run)
        : missing_(graph.missing()),
          contraction_(contraction),
          expiry_(run),
          best_(static_cast<std::size_t>(contraction.n_nodes())),
          max_excess_(best_.size(), std::numeric_limits<double>::infinity()) {
        const std::vector<Node> nobody(best_.size(), 0);
        without_edges_.reset(contraction.sizes(), nobody);
        with_edges_.reset(contraction.sizes(), nobody);
        for (Node a = 0; a < contraction.n_nodes(); ++a) {
            weights_.push(MaxTree::none);
            note_size(a, 1);
        }
    }

    void run() {
        for (Node a = 0; a < contraction_.n_nodes(); ++a) {
            if (!find_best(a)) return;
        }
        while (contraction_.n_clusters() > 1 && weights_.top() > 0.0) {
            const Node x = weights_.top_place(), y = best_[x];
            const bool is_as_found = contraction_.find(y) == y && contraction_.weight(x, y) == weights_.top();
            if (!(is_as_found ? join(x, y) : find_best(x))) return;
        }
    }

  private:
    /// `join` and `look` return false if the run expired.
    bool join(Node x, Node y) {
        if (expiry_.is_over(contraction_.work(x, y))) return false;
        double max_excess = std::max(max_excess_[x], max_excess_[y]);
        const Node a = contraction_.join(x, y, [&](Node c, double, double) { met_.push_back(c); });
        for (const Node c : met_) {
            const double excess = *contraction_.excess(a, c);
            max_excess_[c] = std::max(max_excess_[c], excess);
            max_excess = std::max(max_excess, excess);
        }
        met_.clear();
        max_excess_[a] = max_excess;
        const Node gone = a == x ? y : x;
        note_size(gone, 0);
        note_size(a, 1);
        weights_.set(gone, MaxTree::none);
        return find_best(a);
    }

    void note_size(Node a, Node n_members) {
        const bool has_edges = contraction_.length(a) > 0;
        without_edges_.set(a, contraction_.sizes()[a], has_edges ? 0 : n_members);
        with_edges_.set(a, contraction_.sizes()[a], has_edges ? n_members : 0);
    }

    /// Finds the best partner of a: the largest cluster without a common edge, or one with a common edge. The latter
    /// are searched only if one of them can be better.
    bool find_best(Node a) {
        if (expiry_.is_over(1)) return false;
        const double pull = missing_ * contraction_.sizes()[a];
        const auto shares_edge = [&](Node c) { return contraction_.excess(a, c) != nullptr; };
        const auto never = [](Node) { return false; };
        best_[a] = without_edges_.best_except(a, never, pull, MaxTree::none);
        double max_weight = best_[a] < 0 ? MaxTree::none : contraction_.total(a, best_[a], 0.0);
        if (const Node c = with_edges_.best_except(a, shares_edge, pull, max_weight); c >= 0) {
            best_[a] = c;
            max_weight = contraction_.total(a, c, 0.0);
        }
        const Node any = with_edges_.best_except(a, never, pull, MaxTree::none);
        if (any >= 0 && contraction_.total(a, any, max_excess_[a]) >= max_weight) {
            if (expiry_.is_over(contraction_.length(a))) return false;
            max_excess_[a] = MaxTree::none;
            contraction_.for_each_other(a, [&](Node c, double excess) {
                max_excess_[a] = std::max(max_excess_[a], excess);
                const double weight = contraction_.total(a, c, excess);
                if (weight < max_weight || (weight == max_weight && c >= best_[a])) return;
                max_weight = weight;
                best_[a] = c;
            });
        }
        weights_.set(a, max_weight);
        return true;
    }

    const double missing_;
    EdgeContraction& contraction_;
    ExpiryCheck expiry_;
    // Kept apart, so that a large cluster need not skip all its neighbours to find a cluster without a common edge.
    LargestClusters without_edges_, with_edges_;
    MaxTree weights_;  // of clusters to their best partners, when these were found
    std::vector<Node> best_;
    std::vector<double> max_excess_;  // an upper bound on the stored weights of a cluster
    std::vector<Node> met_;
};

Labels join_nodes(const Graph& graph, Run& run) {
    // If nothing repels, the result is known, and single joins may take long.
    if (graph.missing() > 0.0 && graph.repelling_weight() == 0.0) return Labels(graph.offsets().size() - 1, 0);
    EdgeContraction contraction(graph);
    if (contraction.build(run)) {
        if (graph.missing() > 0.0) {
            ContractAny(graph, contraction, run).run();
        } else {
            join_listed(graph, contraction, run);
        }
    }
    return contraction.labels();
}

/// Runs on the contracted problem if `start` has several clusters.
Labels join_clusters(const Graph& graph, const Labels& start, Node n_clusters, Run& run) {
    struct Expired {};
    const auto poll = [&] {
        if (run.expired()) throw Expired{};
    };
    Labels joined = start;
    try {
        const Graph contracted = contract(graph, start, n_clusters, poll);
        const Labels of_clusters = join_nodes(contracted, run);
        for (Node& label : joined) label = of_clusters[label];
    } catch (const Expired&) {
        // Nothing has been joined yet.
    }
    return joined;
}

}  // namespace

Labels contract_greedily(const Graph& graph, Labels start, Run& run) {
    const Node n_clusters = make_contiguous(start);
    const bool is_from_nodes = n_clusters <= 1 || n_clusters == graph.n_nodes();
    Labels joined = is_from_nodes ? join_nodes(graph, run) : join_clusters(graph, start, n_clusters, run);
    const double before = n_clusters <= 1 ? 0.0 : graph.energy(start);
    return graph.energy(joined) <= before ? joined : start;
}

}  // namespace frenemy
