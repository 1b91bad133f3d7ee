#pragma once

#include <vector>

#include "frenemy/bounds/conflict_search.hpp"
#include "frenemy/bounds/conflicts.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Fractional cycle packing by a first-order LP method: the primal-dual hybrid gradient method (PDHG) with diagonal
/// preconditioning and restarts from averages. The primal variables are amounts of conflicts; the dual variables are
/// prices of pairs, at which every conflict must cost at least 1. Chambolle & Pock, "A first-order primal-dual
/// algorithm for convex problems" (2011); Pock & Chambolle, "Diagonal preconditioning" (2011); Applegate et al.,
/// "Practical large-scale linear programming using primal-dual hybrid gradient" (2021). Column generation: conflicts
/// that are too cheap at the current prices are found as shortest paths and added; those with amount 0 are dropped.
class CyclePrices {
  public:
    /// Begins with packed conflicts and their amounts.
    CyclePrices(Conflicts& conflicts, Cycles cycles, std::vector<double> amounts);

    /// Takes `n_steps` steps; averages over the second half of them. If the run expires, returns false, and the next
    /// call continues from there.
    bool adjust(int n_steps, Run& run);

    /// Visits to pairs by so many steps.
    std::int64_t work(int n_steps) const {
        return n_steps * static_cast<std::int64_t>(cycles_.n_entries() + conflicts_.n_pairs());
    }

    /// The total of a feasible packing that follows the amounts but exceeds no capacity.
    double packed(Run& run);
    /// The largest feasible total so far, and the remaining capacities of that packing.
    double best_packed() const { return best_packed_; }
    const std::vector<double>& left() const { return left_; }
    /// The price of each pair, averaged over the last steps.
    const std::vector<double>& prices() const { return mean_prices_; }

    /// Adds conflicts that cost less than 1, visiting at most `max_visits` pairs from each node. Returns the number
    /// added. If the run expires, the next call continues from there.
    std::size_t add_cheap(std::int64_t max_visits, Run& run);

  private:
    void make_room();
    void drop_unpaid();
    double packed_by(const std::vector<double>& amounts, Run& run);

    Conflicts& conflicts_;
    ConflictSearch search_;
    Cycles cycles_;
    std::vector<double> amounts_, prices_;            // current iterates
    std::vector<double> mean_amounts_, mean_prices_;  // averages over the last steps
    double best_packed_ = 0.0;
    std::vector<double> left_;
    int step_ = 0;                            // of the current call
    std::vector<double> loads_;               // scratch: total amount charged to each pair
    std::vector<std::uint32_t> n_cycles_of_;  // number of conflicts of each pair
    double scale_;                            // scale of amounts relative to prices
};

}  // namespace frenemy
