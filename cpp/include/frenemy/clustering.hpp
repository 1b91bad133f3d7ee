#pragma once

#include <span>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Renames labels to 0..k-1 by first appearance and returns k. Labels are any numbers in 0..n-1.
Node make_contiguous(std::span<Node> labels);
inline Labels contiguous(Labels labels) {
    make_contiguous(labels);
    return labels;
}

/// A clustering of a graph's nodes that is being changed. `move` is the one way to change it, and keeps labels, cluster
/// sizes and energy in step; the caller tells by how much the energy changes, as it had to work that out to decide.
/// Cluster ids are 0..n-1; an emptied id is handed out again by `empty_cluster`.
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

    /// The id of a cluster without members; the same one until it gets a member. There is always one while some
    /// cluster has two members.
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

    /// For moves of several nodes, whose change is known only for all of them: move each by 0, then say it here.
    void change_energy(double by) { energy_ += by; }

    /// Renames the clusters 0..k-1 by first appearance and recomputes what could have drifted by rounding.
    void tidy();

  private:
    void count();

    const Graph& graph_;
    Labels labels_;
    std::vector<Node> n_members_;
    std::vector<double> sizes_;
    std::vector<Node> empty_;  // ids without members, and stale entries that got one since
    Node n_clusters_ = 0, n_ids_ = 0;
    double energy_ = 0.0;
};

}  // namespace frenemy
