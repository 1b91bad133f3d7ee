#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Renumbers labels (any numbers in 0..n-1) to 0..k-1 by first appearance and returns k.
Node make_contiguous(std::span<Node> labels);
inline Labels contiguous(Labels labels) {
    make_contiguous(labels);
    return labels;
}

/// A mutable clustering of a graph's nodes. `move` is the only mutator and keeps labels, cluster sizes and energy
/// consistent. The caller passes the change of energy, which it computed to choose the move. Cluster ids are 0..n-1;
/// `empty_cluster` reuses the ids of emptied clusters.
class Clustering {
  public:
    Clustering(const Graph& graph, Labels start);

    const Graph& graph() const { return graph_; }
    const Labels& labels() const { return labels_; }
    Node label(Node i) const { return labels_[i]; }
    Node n_clusters() const { return n_clusters_; }
    /// All ids in use are below this.
    Node n_ids() const { return n_ids_; }
    Node n_members(Node cluster) const { return n_members_[cluster]; }
    /// Sum of the node sizes in a cluster; kept only if `missing` is not zero.
    double size(Node cluster) const { return sizes_[cluster]; }
    std::span<const Node> n_members() const { return n_members_; }
    std::span<const double> sizes() const { return sizes_; }
    double energy() const { return energy_; }

    /// The id of an empty cluster; the same one until it gets a member. One exists whenever some cluster has two
    /// members.
    Node empty_cluster();

    void move(Node i, Node to, double energy_change) {
        const Node from = labels_[i];
        labels_[i] = to;
        if (--n_members_[from] == 0) {
            --n_clusters_;
            empty_.push_back(from);
        }
        if (n_members_[to]++ == 0) {
            ++n_clusters_;
            if (to >= n_ids_) n_ids_ = to + 1;
        }
        if (!sizes_.empty()) {
            sizes_[from] -= graph_.size(i);
            sizes_[to] += graph_.size(i);
        }
        energy_ += energy_change;
    }

    /// For a move of several nodes whose change of energy is known only in total: move each with 0, then add it here.
    void change_energy(double by) { energy_ += by; }

    /// Renumbers the clusters 0..k-1 by first appearance and recomputes sums that may have drifted by rounding.
    void tidy();

  private:
    void count();

    const Graph& graph_;
    Labels labels_;
    std::vector<Node> n_members_;
    std::vector<double> sizes_;
    std::vector<Node> empty_;  // ids of empty clusters, and stale ids that have members again
    Node n_clusters_ = 0, n_ids_ = 0;
    double energy_ = 0.0;
};

}  // namespace frenemy
