#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "frenemy/apart.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/rng.hpp"
#include "frenemy/token_set.hpp"

namespace frenemy {

/// What may not share a cluster, by node; the chains of a run read the same.
struct ApartLists {
    ApartLists(Node n_nodes, const Apart& apart)
        : foes(NodeLists::foes(n_nodes, apart)),
          tokens(NodeLists::tokens(n_nodes, apart)),
          n_entries(apart.nodes.size()),
          is_any(!apart.u.empty() || !apart.nodes.empty()) {}

    NodeLists foes, tokens;
    std::size_t n_entries;
    bool is_any;
};

/// The state of a chain over partitions: a clustering that also knows the members of each cluster and can draw one of its
/// clusters. It never holds what must be apart; whoever moves a node asks first.
class SampledPartition {
  public:
    SampledPartition(const Graph& graph, Labels start, const ApartLists& apart);

    const Graph& graph() const { return clustering_.graph(); }
    const Clustering& clustering() const { return clustering_; }
    Node label(Node i) const { return clustering_.label(i); }
    bool has_apart() const { return apart_.is_any; }

    std::span<const Node> clusters() const { return clusters_; }
    Node random_cluster(Rng& rng) const { return clusters_[rng.below(clusters_.size())]; }
    Node empty_cluster() { return clustering_.empty_cluster(); }

    /// Calls `visit` with every member of a cluster, in an order that depends on how it came about.
    template <class Visit>
    void for_members(Node cluster, Visit visit) const {
        for (Node i = first_[cluster]; i >= 0; i = next_[i]) visit(i);
    }

    /// Whether a node may join a cluster that it is not in, and one cluster another.
    bool may_join(Node i, Node cluster) const;
    bool may_merge(Node small, Node large) const;

    void move(Node i, Node to, double energy_change);
    void change_energy(double by) { clustering_.change_energy(by); }

    /// Sums up anew what rounding may have let drift.
    void tidy();

  private:
    void enter(Node i, Node cluster);
    void leave(Node i, Node cluster);
    void list_all();

    Clustering clustering_;
    const ApartLists& apart_;
    TokenSet tokens_;
    std::vector<Node> first_;        // member of each cluster, -1 if it is empty
    std::vector<Node> next_, prev_;  // member of the same cluster, -1 at its ends
    std::vector<Node> clusters_;     // those with members, in no order
    std::vector<Node> place_;        // of each of them there
};

}  // namespace frenemy
