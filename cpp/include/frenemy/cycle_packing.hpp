#pragma once

#include <vector>

#include "frenemy/conflicts.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Conflicts packed greedily, the short ones first: each pays as much as the pair that has least left. Lange, Karrenbauer
/// & Andres, "Partial optimality and fast lower bounds for weighted correlation clustering" (2018).
class CyclePacking {
  public:
    explicit CyclePacking(Conflicts& conflicts);

    /// Packs conflicts of at most `most_pairs` pairs, with at most so many looks at pairs for each one that repels, and
    /// for each two that attract and meet, if unlisted ones repel. Returns what they pay. Stops early if the run expires,
    /// or after so many looks in all.
    double pack(int most_pairs, std::int64_t most_looks_of_one, std::int64_t most_looks, Run& run);

    /// All conflicts packed so far, how much each pays, and the total.
    const Cycles& cycles() const { return cycles_; }
    const std::vector<double>& amounts() const { return amounts_; }
    double total() const { return total_; }
    /// What each pair has left to pay with.
    const std::vector<double>& left() const { return left_; }
    /// How many looks have been taken so far: a measure of work that, unlike time, is the same every time.
    std::int64_t n_looks() const { return n_looks_; }

  private:
    struct Side {
        std::vector<Node> front;
        std::vector<int> distance;  // -1: not reached
        std::vector<Way> from;
    };

    bool find_path(Node a, Node b, int most_pairs, std::int64_t most_looks);
    void pack_unlisted(std::int64_t most_looks_of_one, std::int64_t last_look, Run& run);
    void pay();
    Labels attracted_components(Run& run) const;
    bool is_spent(Conflicts::Pair pair) const { return !(left_[pair] > 0.0); }

    Conflicts& conflicts_;
    std::vector<double> left_;  // of the capacities
    Cycles cycles_;
    std::vector<double> amounts_;
    double total_ = 0.0;
    std::int64_t n_looks_ = 0;
    std::vector<Conflicts::Pair> cycle_;  // the one at hand
    Side sides_[2];
    std::vector<Node> reached_, next_;
};

}  // namespace frenemy
