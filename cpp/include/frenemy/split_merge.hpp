#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "frenemy/sampled_partition.hpp"

namespace frenemy {

/// Splits of a cluster in two and merges of two clusters, accepted so that exp(-energy / temperature) is kept. Jain & Neal,
/// "A split-merge Markov chain Monte Carlo procedure for the Dirichlet process mixture model" (2004), with a uniform prior
/// over partitions in place of theirs.
///
/// Two nodes are drawn in a way that does not look at the partition. Are they together, a split of their cluster with one
/// of them on either side is proposed; are they apart, the merge of their clusters. The two proposals undo each other. A
/// split is drawn by scans that give every other node its side, given the sides of all, after a first scan in which the
/// two sides grow from the two nodes (Dahl, "Sequentially-allocated merge-split sampler", 2005). The last scan counts for
/// the probability of the proposal; a merge works out with what probability its last scan would have led back.
///
/// Proposals that would touch more than `most_members` nodes are turned down, both ways, so that none takes long.
class SplitMerge {
  public:
    explicit SplitMerge(SampledPartition& partition);

    void set_temperature(double temperature) { beta_ = 1.0 / temperature; }

    /// Asked every few thousand steps; true gives the proposal up.
    using IsOver = std::function<bool(std::int64_t steps)>;

    /// One proposal; returns how many steps it took.
    std::int64_t propose(Rng& rng, const IsOver& is_over);

    std::int64_t n_proposed() const { return n_proposed_; }
    std::int64_t n_accepted() const { return n_accepted_; }

  private:
    static constexpr Node most_members = 1 << 18;

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
    /// One node looked at, with n pairs; false if there is no more time.
    bool step(std::size_t n) {
        constexpr std::int64_t steps_of_a_node = 12;  // its logarithms take as long as so many pairs
        const std::int64_t steps = static_cast<std::int64_t>(n) + steps_of_a_node;
        n_steps_ += steps;
        return !(*is_over_)(steps);
    }

    SampledPartition& partition_;
    double beta_ = 1.0;
    Node i_ = 0, j_ = 0;        // the two nodes: i is on the left, j on the right
    std::vector<Node> others_;  // of their cluster, or of both
    std::vector<Side> side_;    // of each node; nowhere in between proposals
    double size_[3] = {};       // of the two sides, by Side
    const IsOver* is_over_ = nullptr;
    std::int64_t n_steps_ = 0, n_proposed_ = 0, n_accepted_ = 0;
};

}  // namespace frenemy
