#pragma once

#include <span>
#include <utility>
#include <vector>

#include "frenemy/pair_table.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// The clusters of a graph while they are being joined, from single nodes on, and what they weigh to each other.
///
/// A cluster goes by the number of one of its nodes. Stored are the pairs of clusters that share an edge, once each, in a
/// table, and for every cluster the list of those it may share an edge with. Lists are kept in the rows of a copy of the
/// graph: a cluster owns a chain of rows. Joining moves the shorter list: what is new to the other cluster stays in its
/// rows, which are chained to the other's, and the rest is dropped. The lists of all others are not touched: numbers of
/// clusters that are gone lead to where they went, and a cluster named twice is found in the table only once. So all
/// joins together take O(m log n) steps and no memory beyond that of the start.
class Joining {
  public:
    explicit Joining(const Graph& graph);

    /// Fills the table; false if the run expired, and then there is nothing to join.
    bool build(Run& run);

    Node n_nodes() const { return graph_.n_nodes(); }
    /// The cluster that a node, or a cluster that is gone, is in now.
    Node find(Node i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    Node n_clusters() const { return n_clusters_; }

    /// What two clusters weigh to each other, all pairs between them together.
    double weight(Node a, Node b) const {
        const double* stored = table_.find(a, b);
        return total(a, b, stored == nullptr ? 0.0 : *stored);
    }
    /// The part of it that stored pairs add, or null if the two share no edge.
    const double* excess(Node a, Node b) const { return table_.find(a, b); }
    /// What they weigh, where the part that stored pairs add is known.
    double total(Node a, Node b, double excess) const {
        // (s_a * s_b) first: the product must not depend on the order of the two.
        return missing_ == 0.0 ? excess : excess + missing_ * (sizes_[a] * sizes_[b]);
    }

    /// Of clusters; empty if `missing` is 0.
    std::span<const double> sizes() const { return sizes_; }

    /// How many others a's list names at most.
    std::int64_t length(Node a) const { return lists_[a].length; }
    /// How many steps a join of the two takes.
    std::int64_t work(Node a, Node b) const { return std::min(lists_[a].length, lists_[b].length); }

    /// Joins two clusters. Tells `on_pair(c, before, after)` of each third cluster c that shares an edge with the one
    /// that had the shorter list: what c weighs to the joined cluster, and the larger of what it weighed to the two, as
    /// far as it shared edges with them. Returns the number that the joined cluster goes by.
    template <class OnPair>
    Node join(Node a, Node b, OnPair on_pair) {
        if (lists_[a].length < lists_[b].length) std::swap(a, b);
        double excess;
        table_.take(a, b, excess);
        list_others(b, a);
        const double size_a = sizes_.empty() ? 0.0 : sizes_[a], size_b = sizes_.empty() ? 0.0 : sizes_[b];
        if (!sizes_.empty()) sizes_[a] += size_b;
        std::size_t n_new = 0;
        for (std::size_t k = 0; k < others_.size(); ++k) {
            if (k + ahead < others_.size()) {
                table_.prefetch(a, others_[k + ahead]);
                table_.prefetch(b, others_[k + ahead]);
            }
            const Node c = others_[k];
            if (!table_.take(b, c, excess)) continue;  // met before under another number
            const auto added = table_.add(a, c, excess);
            double before = excess;
            if (missing_ != 0.0) before += missing_ * (size_b * sizes_[c]);
            if (added.is_new) {
                others_[n_new++] = c;
            } else {
                double before_a = added.before;
                if (missing_ != 0.0) before_a += missing_ * (size_a * sizes_[c]);
                before = std::max(before, before_a);
            }
            on_pair(c, before, total(a, c, added.after));
        }
        others_.resize(n_new);
        parent_[b] = a;
        --n_clusters_;
        chain(a, b);
        return a;
    }

    /// Tells `on_other(c, excess)` of each cluster that shares an edge with a, some of them more than once.
    template <class OnOther>
    void for_each_other(Node a, OnOther on_other) {
        list_others(a, a);
        for (const Node c : others_) on_other(c, *table_.find(a, c));
    }

    Labels labels();

  private:
    static constexpr std::size_t ahead = 8;
    static constexpr Node none = -1;

    struct List {
        std::int64_t length;  // of all rows of the cluster
        Node last_row;        // the first is the one of its own number
    };
    struct Row {
        Node length, next;
    };

    /// Puts into `others_` whom a's list names, without a itself and b.
    void list_others(Node a, Node b);
    /// Writes `others_` into the rows of b and appends these to those of a.
    void chain(Node a, Node b);

    const Graph& graph_;
    const double missing_;
    std::vector<double> sizes_;  // empty if `missing` is 0
    PairTable table_;
    std::vector<Node> parent_;
    std::vector<Node> entries_;
    std::vector<Row> rows_;
    std::vector<List> lists_;
    std::vector<Node> others_;
    Node n_clusters_;
};

}  // namespace frenemy
