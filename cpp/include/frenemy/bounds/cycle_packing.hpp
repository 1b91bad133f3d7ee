#pragma once

#include <span>
#include <vector>

#include "frenemy/bounds/conflicts.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Iterative cycle packing: conflicts packed greedily, short ones first, each with the smallest remaining capacity of
/// its pairs. Triangles are listed from the ends of repelling pairs with fewer attracting pairs, as in Chiba & Nishizeki,
/// "Arboricity and subgraph listing algorithms" (1985), so hubs cost little. Lange, Karrenbauer & Andres, "Partial optimality and fast lower bounds for weighted correlation
/// clustering" (2018).
class CyclePacking {
  public:
    explicit CyclePacking(Conflicts& conflicts);

    /// Packs conflicts of at most `max_pairs` pairs and returns the total packed. Visits at most `max_visits_per_pair`
    /// pairs for each repelling pair (and, if unlisted pairs repel, for each two adjacent attracting pairs), and at
    /// most `max_visits` in all; a call with the same `max_pairs` continues there. Stops early if the run expires.
    double pack(int max_pairs, std::int64_t max_visits_per_pair, std::int64_t max_visits, Run& run);

    /// All conflicts packed so far, their amounts, and the total.
    const Cycles& cycles() const { return cycles_; }
    const std::vector<double>& amounts() const { return amounts_; }
    double total() const { return total_; }
    /// Remaining capacity of each pair.
    const std::vector<double>& left() const { return left_; }
    /// The number of visited pairs so far: a reproducible measure of work.
    std::int64_t n_visits() const { return n_visits_; }

  private:
    struct Side {
        std::vector<Node> front;
        std::vector<int> distance;  // -1: not reached
        std::vector<IncidentPair> from;
    };

    void begin();
    bool pack_triangles(std::int64_t max_visits_per_pair, std::int64_t last_visit, Run& run);
    void pack_triangles_of(const Conflicts::Repelling& repelling, std::int64_t max_visits);
    bool pack_paths(int max_pairs, std::int64_t max_visits_per_pair, std::int64_t last_visit, Run& run);
    bool find_path(Node a, Node b, int max_pairs, std::int64_t max_visits);
    std::span<const IncidentPair> unspent(Node i);
    void pack_unlisted(std::int64_t max_visits_per_pair, std::int64_t last_visit, Run& run);
    void pay();
    Labels attracted_components(Run& run) const;
    bool is_spent(Conflicts::Pair pair) const { return !(left_[pair] > 0.0); }

    Conflicts& conflicts_;
    std::vector<double> left_;  // remaining capacities
    // The attracting pairs of each node, without those that were seen to be spent.
    std::vector<IncidentPair> incident_;
    std::vector<std::size_t> first_, end_;
    std::vector<Conflicts::Repelling> by_hub_;    // each repelling pair from its end with more attracting pairs
    std::vector<Conflicts::Pair> pair_with_hub_;  // the pair of each neighbor of the hub being packed
    std::size_t next_repelling_ = 0;              // where the next call continues, if it has the same length
    int length_ = 0;
    Cycles cycles_;
    std::vector<double> amounts_;
    double total_ = 0.0;
    std::int64_t n_visits_ = 0;
    std::vector<Conflicts::Pair> cycle_;  // the current one
    Side sides_[2];
    std::vector<Node> reached_, next_;
};

}  // namespace frenemy
