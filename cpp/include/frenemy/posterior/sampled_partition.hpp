#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "frenemy/constraints/apart.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/core/rng.hpp"
#include "frenemy/hashing/flat_table.hpp"

namespace frenemy {

/// Called regularly with the number of steps since the last call; true if time is up.
using IsOver = std::function<bool(std::int64_t steps)>;

/// Cannot-link constraints by node; shared by all chains of a run.
struct ApartLists {
    ApartLists(Node n_nodes, const Apart& apart)
        : forbidden(NodeLists::forbidden(n_nodes, apart)),
          tokens(NodeLists::tokens(n_nodes, apart)),
          n_entries(apart.nodes.size()),
          is_any(!apart.u.empty() || !apart.nodes.empty()) {}

    NodeLists forbidden, tokens;
    std::size_t n_entries;
    bool is_any;
};

/// The state of a chain: a clustering with member lists that can draw a random cluster. It satisfies all constraints:
/// callers check `may_join` or `may_merge` before a move.
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

    /// Calls `visit` with every member of a cluster, in an order that depends on its history.
    template <class Visit>
    void for_members(Node cluster, Visit visit) const {
        for (Node i = first_[cluster]; i >= 0; i = next_[i]) visit(i);
    }

    /// Whether a node may join another cluster, and whether two clusters may merge. The first takes at most
    /// `steps_to_join` steps.
    bool may_join(Node i, Node cluster) const;
    bool may_merge(Node small, Node large) const;
    std::int64_t steps_to_join(Node i) const { return std::ssize(apart_.forbidden[i]) + std::ssize(apart_.tokens[i]); }

    void move(Node i, Node to, double energy_change);
    void change_energy(double by) { clustering_.change_energy(by); }

    /// Recomputes sums that may have drifted by rounding.
    void tidy();

  private:
    void enter(Node i, Node cluster);
    void leave(Node i, Node cluster);
    void list_all();

    Clustering clustering_;
    const ApartLists& apart_;
    FlatSet tokens_;
    std::vector<Node> first_;        // first member of each cluster, -1 if it is empty
    std::vector<Node> next_, prev_;  // neighbours in the member list, -1 at its ends
    std::vector<Node> clusters_;     // non-empty ones, in any order
    std::vector<Node> place_;        // of each in `clusters_`
};

}  // namespace frenemy
