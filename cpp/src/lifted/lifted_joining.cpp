#include "frenemy/lifted/lifted_joining.hpp"

#include <algorithm>
#include <optional>
#include <queue>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/expiry_check.hpp"
#include "frenemy/hashing/flat_table.hpp"
#include "frenemy/moves/edge_contraction.hpp"

namespace frenemy {

namespace {

/// The pairs of a graph, sorted, with those of the base graph that it does not list, at weight 0.
Graph with_base_edges(const Graph& graph, const Graph& base) {
    const auto n = static_cast<std::size_t>(graph.n_nodes());
    std::vector<std::int64_t> offsets(n + 1, 0);
    std::vector<Node> neighbors;
    std::vector<double> weights;
    neighbors.reserve(graph.neighbors().size());
    weights.reserve(neighbors.capacity());
    std::vector<std::pair<Node, double>> row;
    for (Node i = 0; i < graph.n_nodes(); ++i) {
        row.clear();
        const auto [nodes, w] = graph.neighbors(i);
        for (std::size_t k = 0; k < nodes.size(); ++k) row.emplace_back(nodes[k], w[k]);
        for (const Node j : base.neighbors(i).nodes) row.emplace_back(j, 0.0);
        const auto by_node = [](const auto& a, const auto& b) { return a.first < b.first; };
        std::stable_sort(row.begin(), row.end(), by_node);
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (k > 0 && row[k].first == row[k - 1].first) continue;  // the weight comes first
            neighbors.push_back(row[k].first);
            weights.push_back(row[k].second);
        }
        offsets[static_cast<std::size_t>(i) + 1] = static_cast<std::int64_t>(neighbors.size());
    }
    return Graph::from_rows(std::move(offsets), std::move(neighbors), std::move(weights), 0.0, {});
}

/// Clusters are those of `pairs_`, whose edges include those of the base graph. So whatever becomes adjacent by a join
/// is among the third clusters that the join reports, and `touching_` has the pairs of clusters that share a base edge.
class LiftedJoining {
  public:
    /// `counts` has the edges of `pairs`, and the number of listed pairs as weights, for joining by averages.
    LiftedJoining(const Graph& pairs, const Graph& base, const Graph* counts, Run& run)
        : pairs_(pairs), base_(base), touching_(static_cast<std::size_t>(base.n_edges())), run_(run), expiry_(run) {
        if (counts != nullptr) counts_.emplace(*counts);
    }

    Labels labels() {
        if (pairs_.build(run_) && (!counts_ || counts_->build(run_))) join_all();
        return pairs_.labels();
    }

  private:
    struct Candidate {
        double weight;
        Node a, b;
        bool operator<(const Candidate& other) const {
            if (weight != other.weight) return weight < other.weight;
            return std::pair(a, b) > std::pair(other.a, other.b);
        }
    };

    /// A third cluster, and what it weighs with the joined one.
    struct Met {
        Node cluster;
        double weight;
    };
    static constexpr std::size_t ahead = 8;

    void join_all() {
        for (Node i = 0; i < base_.n_nodes(); ++i) {
            for (const Node j : base_.neighbors(i).nodes) {
                if (i >= j) continue;
                touching_.insert(pair_key(i, j));
                offer(i, j, pairs_.weight(i, j));
            }
        }
        while (!candidates_.empty() && !expiry_.is_over(4)) {
            const auto [weight, a, b] = candidates_.top();
            candidates_.pop();
            if (pairs_.find(a) != a || pairs_.find(b) != b || attraction(a, b, pairs_.weight(a, b)) != weight) continue;
            if (expiry_.is_over(pairs_.work(a, b))) return;
            met_.clear();
            const Node joined = pairs_.join(a, b, [&](Node c, double, double after) { met_.push_back({c, after}); });
            // The same edges and the same joins: clusters have the same numbers.
            if (counts_) counts_->join(a, b, [](Node, double, double) {});
            const Node absorbed = joined == a ? b : a;
            touching_.erase(pair_key(a, b));
            for (std::size_t k = 0; k < met_.size(); ++k) {
                if (k + ahead < met_.size()) {
                    touching_.prefetch(pair_key(absorbed, met_[k + ahead].cluster));
                    touching_.prefetch(pair_key(joined, met_[k + ahead].cluster));
                }
                const auto [c, pair_weight] = met_[k];
                if (touching_.erase(pair_key(absorbed, c))) touching_.insert(pair_key(joined, c));
                if (touching_.contains(pair_key(joined, c))) offer(joined, c, pair_weight);
            }
        }
    }

    double attraction(Node a, Node b, double weight) const {
        return counts_ && weight != 0.0 ? weight / counts_->weight(a, b) : weight;
    }

    void offer(Node a, Node b, double pair_weight) {
        if (const double weight = attraction(a, b, pair_weight); weight > 0.0)
            candidates_.push({weight, std::min(a, b), std::max(a, b)});
    }

    EdgeContraction pairs_;
    std::optional<EdgeContraction> counts_;
    const Graph& base_;
    FlatSet touching_;
    Run& run_;
    ExpiryCheck expiry_;
    std::priority_queue<Candidate> candidates_;
    std::vector<Met> met_;
};

Labels join_nodes(const LiftedGraph& graph, Run& run) {
    const Graph pairs = with_base_edges(graph.pairs, graph.base);
    return LiftedJoining(pairs, graph.base, nullptr, run).labels();
}

}  // namespace

Labels join_lifted(const LiftedGraph& graph, Labels start, Run& run) {
    const Node n_clusters = make_contiguous(start);
    if (n_clusters == graph.n_nodes()) return join_nodes(graph, run);
    const auto small = contract_lifted(graph, start, n_clusters, run);
    if (!small) return start;
    const Labels joined = join_nodes(small->graph(), run);
    for (Node& label : start) label = joined[label];
    return start;
}

Labels join_by_average(const LiftedGraph& graph, Run& run) {
    const Graph pairs = with_base_edges(graph.pairs, graph.base);
    std::vector<double> counts(pairs.weights().begin(), pairs.weights().end());
    for (double& count : counts) count = count == 0.0 ? 0.0 : 1.0;
    const Graph listed =
        Graph::from_rows({pairs.offsets().begin(), pairs.offsets().end()},
                         {pairs.neighbors().begin(), pairs.neighbors().end()}, std::move(counts), 0.0, {});
    return LiftedJoining(pairs, graph.base, &listed, run).labels();
}

}  // namespace frenemy
