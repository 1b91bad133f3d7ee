#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frenemy/posterior/sampled_partition.hpp"

namespace frenemy {

/// Split-merge Metropolis-Hastings moves with stationary distribution exp(-energy / temperature). Jain & Neal, "A
/// split-merge Markov chain Monte Carlo procedure for the Dirichlet process mixture model" (2004), with a uniform prior
/// over partitions in place of theirs.
///
/// Two nodes are drawn independently of the partition. If they are together, the proposal splits their cluster with one
/// of them on each side; if they are apart, it merges their clusters. A split is drawn by restricted Gibbs scans over
/// the sides of all other nodes, after a first scan in which the two sides grow from the two nodes (Dahl,
/// "Sequentially-allocated merge-split sampler", 2005). The last scan determines the proposal probability; a merge
/// computes the probability that its last scan would have produced the reverse split.
///
/// Proposals with more than `max_members` nodes are rejected in both directions, to limit their time.
class SplitMerge {
  public:
    explicit SplitMerge(SampledPartition& partition);

    void set_temperature(double temperature) { beta_ = 1.0 / temperature; }

    /// Makes one proposal and returns its number of steps. Abandons it if time is up.
    std::int64_t propose(Rng& rng, const IsOver& is_over);

    std::int64_t n_proposed() const { return n_proposed_; }
    std::int64_t n_accepted() const { return n_accepted_; }

  private:
    static constexpr Node max_members = 1 << 18;

    enum Side : char { nowhere = 0, left = 1, right = 2 };

    void choose_two(Rng& rng);
    bool is_too_large() const;
    bool may_be_one(Node first, Node second) const;
    void gather(Node cluster);
    bool try_split(Rng& rng);
    bool try_merge(Rng& rng);
    void begin();
    bool launch(Rng& rng);
    template <class Choose>
    std::optional<double> scan(Choose choose);
    static Side draw_side(double log_odds, Rng& rng);
    Side side_now(Node i) const { return partition_.label(i) == partition_.label(i_) ? left : right; }
    double log_odds_of_left(Node i);
    void put(Node i, Side side);
    std::optional<double> cut();
    /// Counts the visit of a node with n pairs; false if time is up.
    bool step(std::size_t n) {
        constexpr std::int64_t steps_of_a_node = 12;  // the cost of its logarithms, in pairs
        const std::int64_t steps = static_cast<std::int64_t>(n) + steps_of_a_node;
        n_steps_ += steps;
        return !(*is_over_)(steps);
    }

    SampledPartition& partition_;
    double beta_ = 1.0;
    Node i_ = 0, j_ = 0;        // the two drawn nodes: i on the left, j on the right
    std::vector<Node> others_;  // other members of their cluster or clusters
    std::vector<Side> side_;    // of each node; `nowhere` between proposals
    double size_[3] = {};       // of the two sides, by Side
    const IsOver* is_over_ = nullptr;
    std::int64_t n_steps_ = 0, n_proposed_ = 0, n_accepted_ = 0;
};

}  // namespace frenemy
