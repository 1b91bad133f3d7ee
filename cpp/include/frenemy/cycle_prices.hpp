#pragma once

#include <vector>

#include "frenemy/conflict_search.hpp"
#include "frenemy/conflicts.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// The best fractional packing of conflicts, nearer with every round: a linear program and its dual, in which every pair
/// has a price and every conflict must cost at least 1. Messages go from pairs to the conflicts they are in and back:
/// the primal-dual hybrid gradient method with diagonal preconditioning, started again from its averages. Chambolle &
/// Pock, "A first-order primal-dual algorithm for convex problems" (2011); Pock & Chambolle, "Diagonal preconditioning"
/// (2011); Applegate et al., "Practical large-scale linear programming using primal-dual hybrid gradient" (2021).
/// Conflicts that are too cheap at the prices are shortest paths; they join in as they are found, and those that nobody
/// pays for leave.
class CyclePrices {
  public:
    /// Begins with conflicts that have been packed, and what each pays.
    CyclePrices(Conflicts& conflicts, Cycles cycles, std::vector<double> amounts);

    /// So many steps; averages are over the second half of them. If the run expires it returns false, and the next call
    /// goes on from there.
    bool adjust(int n_steps, Run& run);

    /// What a packing pays in all that follows the amounts but asks no pair for more than it has.
    double packed(Run& run);
    /// The most that was packed so far, and what each pair has left to pay with then.
    double most_packed() const { return most_packed_; }
    const std::vector<double>& left() const { return left_; }
    /// What each pair costs, on average over the last steps.
    const std::vector<double>& prices() const { return mean_prices_; }

    /// Adds conflicts that cost less than 1, with at most so many looks at pairs from each node. Returns how many; if the
    /// run expires, the next call goes on from there.
    std::size_t add_cheap(std::int64_t most_looks, Run& run);

  private:
    void make_room();
    void drop_unpaid();
    double packed_by(const std::vector<double>& amounts, Run& run);

    Conflicts& conflicts_;
    ConflictSearch search_;
    Cycles cycles_;
    std::vector<double> amounts_, prices_;            // as they are
    std::vector<double> mean_amounts_, mean_prices_;  // over the last steps
    double most_packed_ = 0.0;
    std::vector<double> left_;
    int step_ = 0;                            // of those that are being taken
    std::vector<double> loads_;               // scratch: what each pair is asked for
    std::vector<std::uint32_t> n_cycles_of_;  // of each pair
    double scale_;                            // of amounts to prices
};

}  // namespace frenemy
