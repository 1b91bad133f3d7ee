#include "frenemy/cuts/first_order_program.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

constexpr double step_length = 0.99;
constexpr int steps_between_checks = 40;
constexpr double enough_decrease = 0.2, some_decrease = 0.8;  // of the residual since a restart
constexpr double max_share_without_restart = 0.36;            // of all steps
constexpr double max_change_of_balance = 10.0;
constexpr double rounding = 1e-12;  // relative error of a sum of all costs and amounts

}  // namespace

FirstOrderProgram::FirstOrderProgram(std::vector<double> costs)
    : costs_(std::move(costs)), lower_(costs_.size(), 0.0), upper_(costs_.size(), 1.0), values_(costs_.size(), 0.0) {
    const double sum = std::accumulate(costs_.begin(), costs_.end(), 0.0);
    balance_ = sum > 0.0 ? sum / static_cast<double>(costs_.size()) : 1.0;
    solution_ = values_;
    reduced_ = costs_;
}

void FirstOrderProgram::add_rows(std::span<const std::int64_t> offsets, std::span<const Pair> pairs,
                                 std::span<const double> signs, std::span<const double> rhs) {
    if (offsets.size() != rhs.size() + 1 || offsets.front() != 0 || !std::ranges::is_sorted(offsets) ||
        static_cast<std::size_t>(offsets.back()) != pairs.size() || signs.size() != pairs.size()) {
        throw std::invalid_argument("offsets of rows must rise from 0 to the number of pairs, got " +
                                    std::to_string(offsets.size()) + " offsets for " + std::to_string(rhs.size()) +
                                    " rows and " + std::to_string(pairs.size()) + " pairs");
    }
    for (std::size_t e = 0; e < pairs.size(); ++e) {
        if (pairs[e] >= n_pairs() || std::abs(signs[e]) != 1.0) {
            throw std::invalid_argument("pairs of rows must be below " + std::to_string(n_pairs()) +
                                        " and signs 1 or -1, got " + std::to_string(pairs[e]) + " and " +
                                        std::to_string(signs[e]));
        }
    }
    const std::int64_t first = offsets_.back();
    for (const std::int64_t offset : offsets.subspan(1)) offsets_.push_back(first + offset);
    const auto n = static_cast<Pair>(n_pairs());
    for (std::size_t e = 0; e < pairs.size(); ++e) entries_.push_back(signs[e] > 0.0 ? pairs[e] : pairs[e] + n);
    rhs_.insert(rhs_.end(), rhs.begin(), rhs.end());
    amounts_.resize(n_rows(), 0.0);
    best_amounts_.resize(n_rows(), 0.0);
}

void FirstOrderProgram::keep_rows(std::span<const std::uint8_t> is_kept) {
    if (is_kept.size() != n_rows()) {
        throw std::invalid_argument("one mark for each of " + std::to_string(n_rows()) + " rows, got " +
                                    std::to_string(is_kept.size()));
    }
    std::size_t row = 0, entry = 0;
    for (std::size_t k = 0; k < is_kept.size(); ++k) {
        if (!is_kept[k]) continue;
        const std::int64_t begin = offsets_[k], end = offsets_[k + 1];
        for (std::int64_t e = begin; e < end; ++e, ++entry) entries_[entry] = entries_[e];
        rhs_[row] = rhs_[k];
        amounts_[row] = amounts_[k];
        best_amounts_[row] = best_amounts_[k];
        offsets_[++row] = static_cast<std::int64_t>(entry);
    }
    offsets_.resize(row + 1);
    entries_.resize(entry);
    rhs_.resize(row);
    amounts_.resize(row);
    best_amounts_.resize(row);
}

void FirstOrderProgram::set_bounds(std::span<const double> lower, std::span<const double> upper) {
    if (lower.size() != n_pairs() || upper.size() != n_pairs()) {
        throw std::invalid_argument("bounds must be one for each of " + std::to_string(n_pairs()) + " pairs, got " +
                                    std::to_string(lower.size()) + " and " + std::to_string(upper.size()));
    }
    lower_.assign(lower.begin(), lower.end());
    upper_.assign(upper.begin(), upper.end());
}

FirstOrderProgram::State FirstOrderProgram::saved() const {
    State state;
    for (std::size_t k = 0; k < n_rows(); ++k) {
        if (best_amounts_[k] == 0.0) continue;
        state.entries.insert(state.entries.end(), entries_.begin() + offsets_[k], entries_.begin() + offsets_[k + 1]);
        state.offsets.push_back(static_cast<std::int64_t>(state.entries.size()));
        state.rhs.push_back(rhs_[k]);
        state.amounts.push_back(best_amounts_[k]);
    }
    state.values = solution_;
    state.balance = balance_;
    return state;
}

void FirstOrderProgram::restore(const State& state) {
    offsets_ = state.offsets;
    entries_ = state.entries;
    rhs_ = state.rhs;
    amounts_ = best_amounts_ = state.amounts;
    values_ = state.values;
    balance_ = state.balance;
}

bool FirstOrderProgram::solve(int max_steps, double tolerance, double cutoff, Run& run) {
    prepare();
    const bool is_done = take_steps(max_steps, tolerance, cutoff, run);
    values_ = next_values_;
    amounts_ = next_amounts_;
    return is_done;
}

bool FirstOrderProgram::take_steps(int max_steps, double tolerance, double cutoff, Run& run) {
    ExpiryCheck expiry(run);
    const auto work = static_cast<std::int64_t>(entries_.size() + 2 * n_pairs()) + 1;
    if (bound_ > cutoff) return true;
    for (int k = 1; k <= max_steps; ++k) {
        step();
        if (expiry.is_over(work)) {
            check();
            return false;
        }
        if (k % steps_between_checks == 0 || k == max_steps) {
            const double error = check();
            if (bound_ > cutoff || error < tolerance) return true;
        }
        const bool is_less = residual_ <= some_decrease * first_residual_;
        if (n_since_restart_ > 1 &&
            (residual_ <= enough_decrease * first_residual_ || (is_less && residual_ > last_residual_) ||
             n_since_restart_ >= max_share_without_restart * static_cast<double>(n_steps_))) {
            restart();
        }
    }
    return true;
}

/// Sizes after rows have changed; begins at the last point, with values in the bounds.
void FirstOrderProgram::prepare() {
    row_lengths_.resize(n_rows());
    column_lengths_.assign(n_pairs(), 0.0);
    for (std::size_t k = 0; k < n_rows(); ++k) {
        row_lengths_[k] = std::max(1.0, static_cast<double>(offsets_[k + 1] - offsets_[k]));
        amounts_[k] = std::max(0.0, amounts_[k]);
    }
    for (const Pair entry : entries_) column_lengths_[entry < n_pairs() ? entry : entry - n_pairs()] += 1.0;
    set_paid(amounts_);
    for (double& length : column_lengths_) length = std::max(1.0, length);
    for (std::size_t p = 0; p < n_pairs(); ++p) values_[p] = std::clamp(values_[p], lower_[p], upper_[p]);
    next_values_ = anchor_values_ = values_;
    anchor_amounts_ = amounts_;
    extrapolated_.resize(2 * n_pairs());
    n_since_restart_ = 0;
    n_steps_ = 0;
    bound_ = -std::numeric_limits<double>::infinity();
    next_amounts_ = best_amounts_;  // still valid, with another bound
    check();
}

/// One step of the method from the current point, and the average of its reflection with the anchor.
void FirstOrderProgram::step() {
    const double share = static_cast<double>(n_since_restart_ + 1) / static_cast<double>(n_since_restart_ + 2);
    double residual = 0.0;
    for (std::size_t p = 0; p < n_pairs(); ++p) {
        const double length = step_length / (balance_ * column_lengths_[p]);
        const double next = std::clamp(values_[p] - length * (reduced_cost(p)), lower_[p], upper_[p]);
        const double change = next - values_[p];
        residual += balance_ * column_lengths_[p] * change * change;
        next_values_[p] = next;
        extrapolated_[p] = next + change;
        extrapolated_[p + n_pairs()] = -(next + change);
    }
    std::ranges::fill(paid_, 0.0);
    const double factor = step_length * balance_;
    for (std::size_t k = 0; k < rhs_.size(); ++k) {
        double sum = 0.0;
        for (std::int64_t e = offsets_[k]; e < offsets_[k + 1]; ++e) sum += extrapolated_[entries_[e]];
        const double next = std::max(0.0, amounts_[k] + factor / row_lengths_[k] * (rhs_[k] - sum));
        const double change = next - amounts_[k];
        residual += row_lengths_[k] / balance_ * change * change;
        next_amounts_[k] = next;
        amounts_[k] = share * (next + change) + (1.0 - share) * anchor_amounts_[k];
        if (amounts_[k] == 0.0) continue;
        for (std::int64_t e = offsets_[k]; e < offsets_[k + 1]; ++e) paid_[entries_[e]] += amounts_[k];
    }
    for (std::size_t p = 0; p < n_pairs(); ++p) {
        values_[p] = share * extrapolated_[p] + (1.0 - share) * anchor_values_[p];
    }
    last_residual_ = residual_;
    residual_ = std::sqrt(residual);
    if (n_since_restart_ == 0) first_residual_ = residual_;
    ++n_since_restart_;
    ++n_steps_;
}

/// Continues from the result of the last step, with steps balanced by how far both sides have moved.
void FirstOrderProgram::restart() {
    double of_values = 0.0, of_amounts = 0.0;
    for (std::size_t p = 0; p < n_pairs(); ++p) {
        const double change = next_values_[p] - anchor_values_[p];
        of_values += column_lengths_[p] * change * change;
    }
    for (std::size_t k = 0; k < rhs_.size(); ++k) {
        const double change = next_amounts_[k] - anchor_amounts_[k];
        of_amounts += row_lengths_[k] * change * change;
    }
    set_paid(next_amounts_);
    if (of_values > 0.0 && of_amounts > 0.0) {
        const double wanted = std::sqrt(of_amounts / of_values) / balance_;
        balance_ *= std::sqrt(std::clamp(wanted, 1.0 / max_change_of_balance, max_change_of_balance));
    }
    values_ = anchor_values_ = next_values_;
    amounts_ = anchor_amounts_ = next_amounts_;
    n_since_restart_ = 0;
}

double FirstOrderProgram::check() {
    const std::vector<double> paid_by_now = std::exchange(paid_, {});
    set_paid(next_amounts_);
    double bound = 0.0, cost = 0.0, short_of = 0.0, size = 0.0;
    const auto value = [&](Pair entry) {
        return entry < n_pairs() ? next_values_[entry] : -next_values_[entry - n_pairs()];
    };
    for (std::size_t k = 0; k < rhs_.size(); ++k) {
        const double amount = next_amounts_[k];
        if (amount == 0.0) continue;
        double sum = 0.0;
        for (std::int64_t e = offsets_[k]; e < offsets_[k + 1]; ++e) sum += value(entries_[e]);
        bound += amount * rhs_[k];
        size += amount * row_lengths_[k];
        short_of += std::max(0.0, rhs_[k] - sum) * amount;
    }
    for (std::size_t p = 0; p < n_pairs(); ++p) {
        bound += std::min(reduced_cost(p) * lower_[p], reduced_cost(p) * upper_[p]);
        cost += costs_[p] * next_values_[p];
        size += costs_[p];
    }
    bound -= rounding * size;
    if (bound > bound_) {
        bound_ = bound;
        best_amounts_ = next_amounts_;
        for (std::size_t p = 0; p < n_pairs(); ++p) reduced_[p] = reduced_cost(p);
    }
    solution_ = next_values_;
    paid_ = paid_by_now;
    return (std::abs(cost - bound_) + short_of) / (1e-9 + std::abs(cost) + std::abs(bound_));
}

void FirstOrderProgram::set_paid(const std::vector<double>& amounts) {
    paid_.assign(2 * n_pairs(), 0.0);
    for (std::size_t k = 0; k < rhs_.size(); ++k) {
        if (amounts[k] == 0.0) continue;
        for (std::int64_t e = offsets_[k]; e < offsets_[k + 1]; ++e) paid_[entries_[e]] += amounts[k];
    }
}

}  // namespace frenemy
