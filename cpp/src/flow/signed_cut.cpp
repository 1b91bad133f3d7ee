#include "frenemy/flow/signed_cut.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

#include "frenemy/core/expiry_check.hpp"
#include "frenemy/flow/all_splits.hpp"
#include "frenemy/flow/cut_packing.hpp"
#include "frenemy/flow/minimum_cut.hpp"
#include "frenemy/flow/qpbo.hpp"
#include "frenemy/flow/signed_flow.hpp"

namespace frenemy {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Up to this number, unlisted pairs are stored, so that flows see them.
constexpr std::int64_t max_stored_pairs = 1 << 19;
// Up to this number of nodes, all splits are enumerated.
constexpr Node max_enumerated = 16;
// Up to this product of nodes and pairs, there is one flow per node.
constexpr std::int64_t max_flow_steps = 400'000;
// Up to this number of pairs, flows continue until every node is decided; the number of flows between few nodes.
constexpr std::int64_t max_decided_pairs = 100'000;
constexpr std::size_t n_flows = 4;
// Pairs visited by grown cuts; a few cuts are grown in any case.
constexpr std::int64_t growth_steps = 4'000'000;
constexpr std::size_t min_seeds = 2, max_seeds = 16;
constexpr int max_sweeps = 20;

/// A graph to cut, the costs of its cuts, and the best cut so far.
class SplitSearch {
  public:
    SplitSearch(const Graph& graph, Run& run) : run_(run), expiry_(run), graph_(graph), n_(graph.n_nodes()) {
        const std::int64_t n = n_;
        if (graph.missing() != 0.0 && n * (n - 1) / 2 <= max_stored_pairs) stored_ = graph.completed();
        missing_ = this->graph().missing();
        const auto weights = this->graph().weights();
        for (const double w : weights) {
            repulsion_ += 0.5 * std::min(w, 0.0);
            magnitude_ += 0.5 * std::abs(w);
        }
        for (Node i = 0; i < n_; ++i) size_ += this->graph().size(i);
        best_.cost = infinity;
        best_.lower_bound = -infinity;
    }

    SignedCut separated(Node u, Node v) {
        take_only(v);
        take_only(u);
        double bound = flow({&u, 1}, v);
        if (repulsion_ < 0.0 && !run_.is_stopped()) {
            grow(u, v);
            grow(v, u);
            // Paths through u or v make the cut between them cheaper; all other paths are harmless.
            std::vector<double> slack(static_cast<std::size_t>(n_), infinity);
            const std::vector<double> hold = holds();
            for (const Node i : {u, v}) slack[i] = hold[i] - best_.cost;
            const PackedConflicts packed = pack_conflicts(graph(), std::move(slack), run_);
            bound = std::max(bound, packed.leftover + attracting_flow(packed.graph, u, v));
        }
        best_.lower_bound = std::min(best_.cost, bound + unlisted_bound(u, v));
        return std::move(best_);
    }

    SignedCut split() {
        if (n_ < 2) {
            best_.lower_bound = infinity;
            return std::move(best_);
        }
        if (repulsion_ == 0.0 && missing_ >= 0.0) {
            split_attracted();
        } else if (missing_ == 0.0 && n_ <= max_enumerated) {
            take(best_of_all_splits(graph()));
            best_.lower_bound = best_.cost;
        } else {
            split_signed();
        }
        best_.lower_bound = std::min(best_.lower_bound, best_.cost);
        return std::move(best_);
    }

  private:
    const Graph& graph() const { return stored_ ? *stored_ : graph_; }

    // ------------------------------------------------------------------------------------- costs of cuts and bounds

    double cost(std::span<const std::uint8_t> side) const {
        double listed = 0.0, size_1 = 0.0;
        for (Node i = 0; i < n_; ++i) {
            const auto row = graph().neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                if (row.nodes[a] > i && side[i] != side[row.nodes[a]]) listed += row.weights[a];
            }
            if (side[i]) size_1 += graph().size(i);
        }
        return listed + missing_ * size_1 * (size_ - size_1);
    }

    void take(std::span<const std::uint8_t> side) {
        const double found = cost(side);
        if (found >= best_.cost) return;
        best_.cost = found;
        best_.side.assign(side.begin(), side.end());
    }

    void take_only(Node i) {
        std::vector<std::uint8_t> side(static_cast<std::size_t>(n_), 0);
        side[i] = 1;
        take(side);
    }

    /// A lower bound on the unlisted part of a cut: s * (size - s) for the size s of one side, with u on one side and v
    /// on the other, or for any cut with u = v = -1.
    double unlisted_bound(Node u, Node v) const {
        if (missing_ == 0.0) return 0.0;
        if (missing_ < 0.0) return missing_ * 0.25 * size_ * size_;
        double smallest = infinity;
        for (Node i = 0; i < n_; ++i) {
            if (u < 0 || i == u || i == v) smallest = std::min(smallest, graph().size(i));
        }
        return missing_ * smallest * (size_ - smallest);
    }

    // ------------------------------------------------------------------------------------------------------ flows

    /// The best cut that roof duality finds with some nodes on one side and v on the other, and a lower bound over the
    /// listed pairs.
    double flow(std::span<const Node> fixed, Node v) {
        std::vector<std::uint8_t> start(static_cast<std::size_t>(n_), 0);
        start[v] = 1;
        lay_out(graph());
        std::vector<Node> roots(fixed.begin(), fixed.end());
        roots.push_back(v);
        if (!flow_.build(start, run_) || !flow_.search(roots, run_)) return -infinity;
        const double bound = repulsion_ + flow_.packed();
        if (graph().n_edges() <= max_decided_pairs || repulsion_ == 0.0) {
            std::vector<Node> order(static_cast<std::size_t>(n_));
            std::iota(order.begin(), order.end(), Node{0});
            if (!decide_in_order(flow_, -1, order, Fixing::in_batches, run_)) return bound;
        }
        std::vector<std::uint8_t> side(start.size());
        take_over_labels(flow_, start, side);
        improve(side, roots);
        take(side);
        return bound;
    }

    void lay_out(const Graph& listed) {
        flow_.clear(n_);
        for (Node i = 0; i < n_; ++i) {
            const auto row = listed.neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                if (row.nodes[a] > i && row.weights[a] != 0.0) flow_.add_edge(i, row.nodes[a], row.weights[a]);
            }
        }
    }

    /// The minimum cut between two nodes of a graph without repelling pairs.
    double attracting_flow(const Graph& attracting, Node u, Node v) {
        std::vector<std::uint8_t> start(static_cast<std::size_t>(n_), 0);
        start[v] = 1;
        lay_out(attracting);
        const Node roots[] = {u, v};
        return flow_.build(start, run_) && flow_.search(roots, run_) ? flow_.packed() : 0.0;
    }

    /// Flips single nodes other than the fixed ones while that lowers the cost and leaves two sides.
    void improve(std::vector<std::uint8_t>& side, std::span<const Node> fixed) {
        std::vector<char> is_fixed(side.size(), 0);
        for (const Node i : fixed) is_fixed[i] = 1;
        double sizes[2] = {0.0, 0.0};
        Node counts[2] = {0, 0};
        for (Node i = 0; i < n_; ++i) {
            sizes[side[i]] += graph().size(i);
            ++counts[side[i]];
        }
        const double noise = 1e-13 * (magnitude_ + std::abs(missing_) * size_ * size_);
        bool is_changed = true;
        for (int sweep = 0; is_changed && sweep < max_sweeps; ++sweep) {
            is_changed = false;
            for (Node i = 0; i < n_; ++i) {
                const auto row = graph().neighbors(i);
                if (expiry_.is_over(static_cast<std::int64_t>(row.nodes.size()) + 1)) return;
                const std::uint8_t own = side[i];
                if (is_fixed[i] || counts[own] == 1) continue;
                const double s = graph().size(i);
                double change = missing_ * s * (sizes[own] - s - sizes[1 - own]);
                for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                    change += side[row.nodes[a]] == own ? row.weights[a] : -row.weights[a];
                }
                if (change >= -noise) continue;
                side[i] = 1 - own;
                sizes[own] -= s;
                sizes[1 - own] += s;
                --counts[own];
                ++counts[1 - own];
                is_changed = true;
            }
        }
    }

    // ------------------------------------------------------------------------------------------ splits of all nodes

    /// All pairs attract, listed or not. Exact, unless unlisted pairs attract and are too many to store.
    void split_attracted() {
        const MinimumCut cut = minimum_cut(graph(), run_);
        if (cut.side.empty()) return;
        take(cut.side);
        if (missing_ > 0.0) {
            for (const Node i : weakest_nodes(max_seeds)) take_only(i);
        }
        if (!run_.is_stopped()) best_.lower_bound = cut.weight + unlisted_bound(-1, -1);
    }

    void split_signed() {
        const MinimumCut attracting = minimum_cut(graph(), run_);
        if (attracting.side.empty() || run_.is_stopped()) return;
        std::vector<std::uint8_t> side = attracting.side;
        improve(side, {});
        take(side);
        best_.lower_bound = attracting.weight + repulsion_ + unlisted_bound(-1, -1);
        const std::vector<Node> first = seeds();
        for (const Node seed : first) {
            if (run_.is_stopped()) return;
            grow(seed, -1);
        }
        const std::vector<Node> order = joining_order();
        if (order.empty()) return;
        const bool is_small = n_ * (graph().n_edges() + n_) <= max_flow_steps;
        if (is_small) {
            // Any node may be the first in the order that is not on the side of its predecessors: the minimum over all
            // bounds.
            double bound = infinity;
            for (std::size_t k = 1; k < order.size() && !run_.is_stopped(); ++k) {
                bound = std::min(bound, flow(std::span(order).first(k), order[k]));
            }
            best_.lower_bound = std::max(best_.lower_bound, bound + unlisted_bound(-1, -1));
        } else {
            const bool is_few = graph().n_edges() <= max_decided_pairs;
            for (std::size_t k = 0; k < std::min(first.size(), is_few ? n_flows : 1) && !run_.is_stopped(); ++k) {
                if (first[k] != order.front()) flow(std::span(order).first(1), first[k]);
            }
        }
        if (run_.is_stopped()) return;
        std::vector<double> slack = holds();
        for (double& s : slack) s -= best_.cost;
        const PackedConflicts packed = pack_conflicts(graph(), std::move(slack), run_);
        const double bound = packed.leftover + minimum_cut(packed.graph, run_).weight + unlisted_bound(-1, -1);
        if (!run_.is_stopped()) best_.lower_bound = std::max(best_.lower_bound, bound);
    }

    /// The total attraction of each node.
    std::vector<double> holds() const {
        std::vector<double> hold(static_cast<std::size_t>(n_));
        for (Node i = 0; i < n_; ++i) {
            const double s = graph().size(i);
            const auto row = graph().neighbors(i);
            hold[i] = missing_ * s * (size_ - s) + std::accumulate(row.weights.begin(), row.weights.end(), 0.0);
        }
        return hold;
    }

    std::vector<Node> weakest_nodes(std::size_t n_wanted) const {
        const std::vector<double> hold = holds();
        std::vector<Node> nodes(hold.size());
        std::iota(nodes.begin(), nodes.end(), Node{0});
        n_wanted = std::min(n_wanted, nodes.size());
        std::partial_sort(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(n_wanted), nodes.end(),
                          [&](Node a, Node b) { return hold[a] != hold[b] ? hold[a] < hold[b] : a < b; });
        nodes.resize(n_wanted);
        return nodes;
    }

    /// Seeds for grown cuts: weakly attached nodes, and ends of the most repelling pairs.
    std::vector<Node> seeds() const {
        const std::int64_t steps = graph().n_edges() + n_;
        const auto affordable = static_cast<std::size_t>(growth_steps / steps);
        const std::size_t n_wanted = std::clamp(affordable, min_seeds, max_seeds);
        std::vector<Node> chosen = weakest_nodes((n_wanted + 1) / 2);
        std::vector<std::pair<double, Node>> repelled;
        for (Node i = 0; i < n_; ++i) {
            const auto row = graph().neighbors(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                if (row.nodes[a] > i && row.weights[a] < 0.0) repelled.push_back({row.weights[a], i});
            }
        }
        const std::size_t n_repelled = std::min(n_wanted / 2, repelled.size());
        std::partial_sort(repelled.begin(), repelled.begin() + static_cast<std::ptrdiff_t>(n_repelled), repelled.end());
        for (std::size_t k = 0; k < n_repelled; ++k) {
            if (std::find(chosen.begin(), chosen.end(), repelled[k].second) == chosen.end()) {
                chosen.push_back(repelled[k].second);
            }
        }
        return chosen;
    }

    /// Grows one side from a seed, by the node that is cheapest to move, until only one node remains (the blocked one,
    /// if any), and keeps the best cut on the way. With unlisted pairs the order uses costs from the last visit of a
    /// node.
    void grow(Node seed, Node blocked) {
        std::vector<double> change = holds();
        std::vector<std::uint8_t> side(static_cast<std::size_t>(n_), 0);
        std::priority_queue<std::pair<double, Node>, std::vector<std::pair<double, Node>>, std::greater<>> queue;
        change[seed] = -infinity;
        if (blocked >= 0) change[blocked] = infinity;
        for (Node i = 0; i < n_; ++i) queue.push({change[i], i});
        double now = 0.0, best = infinity, size_1 = 0.0;
        std::vector<Node> joined;
        std::size_t n_best = 0;
        // Overflowing sums are NaN, and such keys never match.
        while (static_cast<Node>(joined.size()) < n_ - 1 && !queue.empty()) {
            const auto [key, i] = queue.top();
            queue.pop();
            if (side[i] || key != change[i]) continue;
            const auto row = graph().neighbors(i);
            if (expiry_.is_over(static_cast<std::int64_t>(row.nodes.size()) + 1)) return;
            const double s = graph().size(i);
            now += missing_ * s * (size_ - s - 2.0 * size_1);
            side[i] = 1;
            size_1 += s;
            joined.push_back(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                const Node j = row.nodes[a];
                now += side[j] ? -row.weights[a] : row.weights[a];
                if (side[j]) continue;
                change[j] -= 2.0 * (row.weights[a] + missing_ * s * graph().size(j));
                queue.push({change[j], j});
            }
            if (now < best) {
                best = now;
                n_best = joined.size();
            }
        }
        std::fill(side.begin(), side.end(), std::uint8_t{0});
        for (std::size_t k = 0; k < n_best; ++k) side[joined[k]] = 1;
        const Node ends[] = {seed, blocked};
        improve(side, std::span(ends).first(blocked >= 0 ? 2 : 0));
        take(side);
    }

    /// All nodes in order: first the most strongly attached, then always the one most attracted by those before. Empty
    /// if the run expired.
    std::vector<Node> joining_order() {
        const std::vector<double> hold = holds();
        std::vector<double> tie(hold.size(), 0.0);
        std::vector<char> is_in(hold.size(), 0);
        std::priority_queue<std::pair<double, Node>> queue;
        for (Node i = n_ - 1; i >= 0; --i) queue.push({0.0, i});
        const auto first = static_cast<Node>(std::max_element(hold.begin(), hold.end()) - hold.begin());
        tie[first] = infinity;
        queue.push({infinity, first});
        std::vector<Node> order;
        while (static_cast<Node>(order.size()) < n_ && !queue.empty()) {
            const auto [key, i] = queue.top();
            queue.pop();
            if (is_in[i] || key != tie[i]) continue;
            const auto row = graph().neighbors(i);
            if (expiry_.is_over(static_cast<std::int64_t>(row.nodes.size()) + 1)) return {};
            is_in[i] = 1;
            order.push_back(i);
            for (std::size_t a = 0; a < row.nodes.size(); ++a) {
                if (is_in[row.nodes[a]] || row.weights[a] <= 0.0) continue;
                tie[row.nodes[a]] += row.weights[a];
                queue.push({tie[row.nodes[a]], row.nodes[a]});
            }
        }
        return order;
    }

    Run& run_;
    ExpiryCheck expiry_;
    const Graph& graph_;
    std::optional<Graph> stored_;
    Node n_;
    double missing_ = 0.0, size_ = 0.0, repulsion_ = 0.0, magnitude_ = 0.0;
    SignedFlow flow_;
    SignedCut best_;
};

}  // namespace

SignedCut cheapest_separation(const Graph& graph, Node u, Node v, Run& run) {
    return SplitSearch(graph, run).separated(u, v);
}

SignedCut cheapest_split(const Graph& graph, Run& run) { return SplitSearch(graph, run).split(); }

}  // namespace frenemy
