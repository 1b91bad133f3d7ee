#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "frenemy/core/run.hpp"

namespace frenemy {

/// A linear program with rows added and dropped over time: minimize `costs * values` with values in bounds, subject to
/// `sum of sign * value >= rhs` of each row. Solved approximately by the restarted reflected Halpern primal-dual hybrid
/// gradient method: a step takes time linear in the entries, and each solve continues where the last one ended. Its
/// bound is the Lagrangean one of the best amounts (dual values), so it is valid whatever the error of the method.
///
/// Lu & Yang, "Restarted Halpern PDHG for linear programming" (2024); Pock & Chambolle, "Diagonal preconditioning"
/// (2011); Applegate et al., "Practical large-scale linear programming using primal-dual hybrid gradient" (2021), for
/// the balance of the step lengths.
class FirstOrderProgram {
  public:
    using Pair = std::uint32_t;
    /// Rows with an amount, and where the method is: all that it takes to continue from here later.
    struct State {
        std::vector<std::int64_t> offsets{0};
        std::vector<Pair> entries;
        std::vector<double> rhs, amounts, values;
        double balance;
    };

    explicit FirstOrderProgram(std::vector<double> costs);

    std::size_t n_rows() const { return rhs_.size(); }
    std::size_t n_pairs() const { return costs_.size(); }

    /// Signs are 1 or -1; row k has the entries `offsets[k]` to `offsets[k + 1]`.
    void add_rows(std::span<const std::int64_t> offsets, std::span<const Pair> pairs, std::span<const double> signs,
                  std::span<const double> rhs);
    void keep_rows(std::span<const std::uint8_t> is_kept);
    void set_bounds(std::span<const double> lower, std::span<const double> upper);

    State saved() const;
    /// Gives up the rows there are for those of the state; bounds of pairs stay.
    void restore(const State& state);

    /// Takes steps until the bound exceeds `cutoff`, the relative error falls below `tolerance`, or `max_steps` are
    /// done. Returns false if the run expires before.
    bool solve(int max_steps, double tolerance, double cutoff, Run& run);

    /// After a solve: the bound, its amounts and its reduced costs; and the approximate solution.
    double bound() const { return bound_; }
    const std::vector<double>& amounts() const { return best_amounts_; }
    const std::vector<double>& reduced() const { return reduced_; }
    const std::vector<double>& values() const { return solution_; }

  private:
    void prepare();
    bool take_steps(int max_steps, double tolerance, double cutoff, Run& run);
    void restart();
    void step();
    /// The relative error of the solution; raises the bound.
    double check();
    void set_paid(const std::vector<double>& amounts);
    double reduced_cost(std::size_t pair) const { return costs_[pair] - paid_[pair] + paid_[pair + n_pairs()]; }

    const std::vector<double> costs_;
    std::vector<double> lower_, upper_;
    std::vector<std::int64_t> offsets_{0};
    std::vector<Pair> entries_;  // the pair, plus the number of pairs if the sign is negative
    std::vector<double> rhs_;

    // Iterates: the current point, the result of a step from it, and the point of the last restart.
    std::vector<double> values_, next_values_, anchor_values_;
    std::vector<double> amounts_, next_amounts_, anchor_amounts_;
    std::vector<double> paid_;  // at the current amounts, by each pair with either sign
    std::vector<double> extrapolated_;
    std::vector<double> row_lengths_, column_lengths_;
    double balance_;  // of amounts to values
    int n_since_restart_ = 0;
    std::int64_t n_steps_ = 0;
    double residual_ = 0.0, last_residual_ = 0.0, first_residual_ = 0.0;

    double bound_ = -std::numeric_limits<double>::infinity();
    std::vector<double> best_amounts_, reduced_, solution_;
};

}  // namespace frenemy
