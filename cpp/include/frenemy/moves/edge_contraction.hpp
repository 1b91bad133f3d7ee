#pragma once

#include <span>
#include <utility>
#include <vector>

#include "frenemy/core/run.hpp"
#include "frenemy/hashing/flat_table.hpp"

namespace frenemy {

/// A graph under edge contraction: clusters that are joined two at a time, beginning with singletons, and the weights
/// between them.
///
/// A cluster is identified by one of its nodes. A hash table holds the weight of every pair of clusters that share an
/// edge, and every cluster has a list of its possible neighbours. The lists live in the rows of a copy of the graph: a
/// cluster owns a chain of rows. A join moves the shorter list: neighbours that are new to the other cluster stay in
/// their rows, which are appended to the other's chain, and the rest is dropped. Lists of third clusters stay as they
/// are: ids of joined clusters resolve through union-find, and a cluster listed twice is in the table only once. So all
/// joins together take O(m log n) steps and no memory beyond the initial allocation.
class EdgeContraction {
  public:
    explicit EdgeContraction(const Graph& graph);

    /// Fills the table. If the run expires, returns false, and the object must not be used.
    bool build(Run& run);

    Node n_nodes() const { return graph_.n_nodes(); }
    /// The current cluster of a node or of a joined cluster.
    Node find(Node i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    Node n_clusters() const { return n_clusters_; }

    /// Total weight of all pairs between two clusters.
    double weight(Node a, Node b) const {
        const double* stored = table_.find(pair_key(a, b));
        return total(a, b, stored == nullptr ? 0.0 : *stored);
    }
    /// The stored part of that weight, or null if the two share no edge.
    const double* excess(Node a, Node b) const { return table_.find(pair_key(a, b)); }
    /// The total weight, given the stored part.
    double total(Node a, Node b, double excess) const {
        // (s_a * s_b) first: the product must not depend on the order of the two.
        return missing_ == 0.0 ? excess : excess + missing_ * (sizes_[a] * sizes_[b]);
    }

    /// Cluster sizes; empty if `missing` is 0.
    std::span<const double> sizes() const { return sizes_; }

    /// Length of a's list: an upper bound on its number of neighbours.
    std::int64_t length(Node a) const { return lists_[a].length; }
    /// The number of steps that a join of the two takes.
    std::int64_t work(Node a, Node b) const { return std::min(lists_[a].length, lists_[b].length); }

    /// Joins two clusters and returns the id of the joined cluster. Calls `on_pair(c, before, after)` for each third
    /// cluster c that shares an edge with the cluster of the shorter list: `after` is the weight between c and the
    /// joined cluster, `before` the larger of its weights to the two, as far as it shared edges with them.
    template <class OnPair>
    Node join(Node a, Node b, OnPair on_pair) {
        if (lists_[a].length < lists_[b].length) std::swap(a, b);
        double excess;
        table_.take(pair_key(a, b), excess);
        list_others(b, a);
        const double size_a = sizes_.empty() ? 0.0 : sizes_[a], size_b = sizes_.empty() ? 0.0 : sizes_[b];
        if (!sizes_.empty()) sizes_[a] += size_b;
        std::size_t n_new = 0;
        for (std::size_t k = 0; k < others_.size(); ++k) {
            if (k + ahead < others_.size()) {
                table_.prefetch(pair_key(a, others_[k + ahead]));
                table_.prefetch(pair_key(b, others_[k + ahead]));
            }
            const Node c = others_[k];
            if (!table_.take(pair_key(b, c), excess)) continue;  // already met under another id
            const auto [stored, is_new] = table_.insert(pair_key(a, c));
            double before = excess;
            if (missing_ != 0.0) before += missing_ * (size_b * sizes_[c]);
            if (is_new) {
                others_[n_new++] = c;
            } else {
                double before_a = stored;
                if (missing_ != 0.0) before_a += missing_ * (size_a * sizes_[c]);
                before = std::max(before, before_a);
            }
            stored += excess;
            on_pair(c, before, total(a, c, stored));
        }
        others_.resize(n_new);
        parent_[b] = a;
        --n_clusters_;
        chain(a, b);
        return a;
    }

    /// Calls `on_other(c, excess)` for each cluster that shares an edge with a, possibly more than once.
    template <class OnOther>
    void for_each_other(Node a, OnOther on_other) {
        list_others(a, a);
        for (const Node c : others_) on_other(c, *table_.find(pair_key(a, c)));
    }

    Labels labels();

  private:
    static constexpr std::size_t ahead = 8;
    static constexpr Node none = -1;

    struct List {
        std::int64_t length;  // total over the rows of the cluster
        Node last_row;        // the first row has the cluster's own id
    };
    struct Row {
        Node length, next;
    };

    /// Fills `others_` with the clusters in a's list except a and b.
    void list_others(Node a, Node b);
    /// Writes `others_` into the rows of b and appends these rows to the chain of a.
    void chain(Node a, Node b);

    const Graph& graph_;
    const double missing_;
    std::vector<double> sizes_;  // empty if `missing` is 0
    FlatTable<double> table_;    // what stored pairs add, by pair of clusters
    std::vector<Node> parent_;
    std::vector<Node> entries_;
    std::vector<Row> rows_;
    std::vector<List> lists_;
    std::vector<Node> others_;
    Node n_clusters_;
};

}  // namespace frenemy
