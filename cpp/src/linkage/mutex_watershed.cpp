#include "frenemy/linkage/mutex_watershed.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "frenemy/core/clustering.hpp"
#include "frenemy/core/expiry_check.hpp"
#include "frenemy/hashing/flat_table.hpp"

namespace frenemy {

namespace {

struct Pair {
    double weight;
    Node i, j;
};

/// Clusters, and which of them exclude each other: a table of pairs of clusters, and a list per cluster of those that it
/// excludes, by their numbers at the time. A join moves the shorter list, so all joins take O(m log n) steps.
class ExcludingClusters {
  public:
    ExcludingClusters(Node n_nodes, std::size_t n_repelling)
        : table_(n_repelling), excluded_(static_cast<std::size_t>(n_nodes)), parent_(excluded_.size()) {
        std::iota(parent_.begin(), parent_.end(), Node{0});
    }

    bool has(Node a, Node b) const { return table_.contains(pair_key(a, b)); }

    void add(Node a, Node b) {
        if (!table_.insert(pair_key(a, b)).is_new) return;
        excluded_[a].push_back(b);
        excluded_[b].push_back(a);
    }

    std::int64_t work(Node a, Node b) const {
        return static_cast<std::int64_t>(std::min(excluded_[a].size(), excluded_[b].size())) + 1;
    }

    /// The cluster of a node.
    Node find(Node i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    /// Joins two clusters; the one with the longer list keeps its number.
    void join(Node a, Node b) {
        if (excluded_[a].size() < excluded_[b].size()) std::swap(a, b);
        parent_[b] = a;
        for (const Node other : excluded_[b]) {
            const Node c = find(other);
            if (!table_.erase(pair_key(b, c))) continue;  // listed twice
            if (!table_.insert(pair_key(a, c)).is_new) continue;
            excluded_[a].push_back(c);
            excluded_[c].push_back(a);
        }
        std::vector<Node>().swap(excluded_[b]);
    }

  private:
    FlatSet table_;
    std::vector<std::vector<Node>> excluded_;
    std::vector<Node> parent_;
};

bool has_edge(const Graph& base, Node i, Node j) {
    const auto nodes = base.neighbors(i).nodes;
    return std::binary_search(nodes.begin(), nodes.end(), j);
}

}  // namespace

Labels mutex_watershed(const LiftedGraph& graph, Run& run) {
    const Node n = graph.n_nodes();
    std::vector<Pair> pairs;
    std::size_t n_repelling = 0;
    ExpiryCheck expiry(run);
    for (Node i = 0; i < n; ++i) {
        const auto [nodes, weights] = graph.pairs.neighbors(i);
        if (expiry.is_over(static_cast<std::int64_t>(nodes.size()) + 1)) break;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            if (nodes[k] < i) continue;
            if (weights[k] > 0.0 && !has_edge(graph.base, i, nodes[k])) continue;
            n_repelling += weights[k] < 0.0;
            pairs.push_back({weights[k], i, nodes[k]});
        }
    }
    const auto is_before = [](const Pair& a, const Pair& b) {
        const double x = std::abs(a.weight), y = std::abs(b.weight);
        if (x != y) return x > y;
        return std::pair(a.i, a.j) < std::pair(b.i, b.j);
    };
    std::sort(pairs.begin(), pairs.end(), is_before);
    ExcludingClusters clusters(n, n_repelling);
    for (const auto& [weight, i, j] : pairs) {
        const Node a = clusters.find(i), b = clusters.find(j);
        if (a == b) continue;
        if (expiry.is_over(weight > 0.0 ? clusters.work(a, b) : 1)) break;
        if (weight < 0.0) {
            clusters.add(a, b);
        } else if (!clusters.has(a, b)) {
            clusters.join(a, b);
        }
    }
    Labels labels(static_cast<std::size_t>(n));
    for (Node i = 0; i < n; ++i) labels[i] = clusters.find(i);
    return contiguous(std::move(labels));
}

}  // namespace frenemy
