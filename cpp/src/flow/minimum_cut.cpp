#include "frenemy/flow/minimum_cut.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/contraction.hpp"
#include "frenemy/core/expiry_check.hpp"
#include "frenemy/structures/union_find.hpp"

namespace frenemy {

namespace {

double attraction(double weight) { return std::max(weight, 0.0); }

/// The graph under merges, and the best cut so far.
class Merging {
  public:
    Merging(const Graph& graph, Run& run) : run_(run), expiry_(run), now_(graph) {
        place_.resize(static_cast<std::size_t>(graph.n_nodes()));
        std::iota(place_.begin(), place_.end(), Node{0});
        best_.weight = std::numeric_limits<double>::infinity();
    }

    MinimumCut operator()() {
        while (graph().n_nodes() > 1 && best_.weight > 0.0) {
            take_single_nodes();
            if (!phase()) break;
        }
        return std::move(best_);
    }

  private:
    const Graph& graph() const { return merged_ ? *merged_ : now_; }

    template <class IsInside>
    void take(double weight, IsInside is_inside) {
        best_.weight = weight;
        best_.side.resize(place_.size());
        for (std::size_t i = 0; i < place_.size(); ++i) best_.side[i] = is_inside(place_[i]);
    }

    /// Cuts of a single node from all others.
    void take_single_nodes() {
        const Node n = graph().n_nodes();
        degree_.assign(static_cast<std::size_t>(n), 0.0);
        for (Node i = 0; i < n; ++i) {
            for (const double w : graph().neighbors(i).weights) degree_[i] += attraction(w);
        }
        const auto weakest_degree = std::min_element(degree_.begin(), degree_.end());
        const auto weakest = static_cast<Node>(weakest_degree - degree_.begin());
        if (*weakest_degree < best_.weight) take(*weakest_degree, [&](Node p) { return p == weakest; });
    }

    /// A maximum adjacency ordering: each next node is the one most strongly connected to those before it. A pair that
    /// brings a node's connectivity to at least the best cut cannot be cut by a better one, and neither can the last
    /// two nodes. False if the run expired.
    bool phase() {
        const Node n = graph().n_nodes();
        UnionFind together(static_cast<std::size_t>(n));
        std::vector<double> tie(static_cast<std::size_t>(n), 0.0);
        std::vector<std::int32_t> joined_at(static_cast<std::size_t>(n), -1);
        std::priority_queue<std::pair<double, Node>> queue;
        for (Node i = n - 1; i >= 0; --i) queue.push({0.0, i});
        double cut = 0.0, best = best_.weight;
        std::int32_t n_joined = 0, best_at = -1;
        Node last = -1;
        while (n_joined < n) {
            if (queue.empty()) return false;  // overflowing sums are NaN and never match
            const auto [key, i] = queue.top();
            queue.pop();
            if (joined_at[i] >= 0 || key != tie[i]) continue;
            const auto row = graph().neighbors(i);
            if (expiry_.is_over(static_cast<std::int64_t>(row.nodes.size()) + 1)) return false;
            joined_at[i] = n_joined++;
            if (n_joined == n) {
                together.unite(last, i);
                break;
            }
            last = i;
            cut = std::max(0.0, cut + degree_[i] - 2.0 * tie[i]);
            if (cut < best) {
                best = cut;
                best_at = joined_at[i];
            }
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node j = row.nodes[a];
                const double weight = attraction(row.weights[a]);
                if (joined_at[j] >= 0 || weight == 0.0) continue;
                tie[j] += weight;
                if (tie[j] >= best) together.unite(i, j);
                queue.push({tie[j], j});
            }
        }
        if (best_at >= 0) {
            const double weight = best;
            take(weight, [&](Node p) { return joined_at[p] <= best_at; });
        }
        return merge(together);
    }

    bool merge(UnionFind& together) {
        Labels labels(static_cast<std::size_t>(graph().n_nodes()));
        for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = together.find(static_cast<Node>(i));
        const Node n_merged = make_contiguous(labels);
        auto next = contract_rows(graph(), labels, n_merged, run_);
        if (!next) return false;
        for (Node& p : place_) p = labels[p];
        merged_ = std::move(next);
        return true;
    }

    Run& run_;
    ExpiryCheck expiry_;
    const Graph& now_;
    std::optional<Graph> merged_;
    std::vector<Node> place_;  // of the original nodes in the merged graph
    std::vector<double> degree_;
    MinimumCut best_;
};

}  // namespace

MinimumCut minimum_cut(const Graph& graph, Run& run) { return Merging(graph, run)(); }

}  // namespace frenemy
