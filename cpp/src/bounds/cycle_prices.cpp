#include "frenemy/bounds/cycle_prices.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "frenemy/core/expiry_check.hpp"

namespace frenemy {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tolerance = 1e-3;     // conflicts within this tolerance of the required cost are not added
constexpr double max_kept_cost = 1.1;  // conflicts with at least this cost will not be packed soon

}  // namespace

CyclePrices::CyclePrices(Conflicts& conflicts, Cycles cycles, std::vector<double> amounts)
    : conflicts_(conflicts), search_(conflicts), cycles_(std::move(cycles)), amounts_(std::move(amounts)) {
    const auto capacities = conflicts.capacities();
    const double sum = std::accumulate(capacities.begin(), capacities.end(), 0.0);
    scale_ = sum > 0.0 ? sum / static_cast<double>(capacities.size()) : 1.0;
    make_room();
    mean_amounts_ = amounts_;
}

/// Updates sizes after conflicts and unlisted pairs were added or dropped.
void CyclePrices::make_room() {
    const std::size_t n_pairs = conflicts_.n_pairs();
    amounts_.resize(cycles_.size(), 0.0);
    mean_amounts_.resize(cycles_.size(), 0.0);
    prices_.resize(n_pairs, 0.0);
    mean_prices_.resize(n_pairs, 0.0);
    loads_.resize(n_pairs);
    n_cycles_of_.assign(n_pairs, 0);
    for (std::size_t k = 0; k < cycles_.size(); ++k) {
        for (const auto pair : cycles_[k]) ++n_cycles_of_[pair];
    }
}

bool CyclePrices::adjust(int n_steps, Run& run) {
    ExpiryCheck expiry(run);
    const auto capacities = conflicts_.capacities();
    if (step_ == 0) {
        mean_amounts_.assign(amounts_.size(), 0.0);
        mean_prices_.assign(prices_.size(), 0.0);
    }
    for (; step_ < n_steps; ++step_) {
        std::fill(loads_.begin(), loads_.end(), 0.0);
        for (std::size_t k = 0; k < cycles_.size(); ++k) {
            const auto cycle = cycles_[k];
            double cost = 0.0;
            for (const auto pair : cycle) cost += prices_[pair];
            const double step_length = scale_ / static_cast<double>(cycle.size());
            const double before = amounts_[k];
            amounts_[k] = std::max(0.0, before + step_length * (1.0 - cost));
            for (const auto pair : cycle) loads_[pair] += 2.0 * amounts_[k] - before;
            if (expiry.is_over(static_cast<std::int64_t>(cycle.size()))) return false;
        }
        for (std::size_t p = 0; p < prices_.size(); ++p) {
            if (n_cycles_of_[p] == 0) continue;
            prices_[p] = std::max(0.0, prices_[p] + (loads_[p] - capacities[p]) / (scale_ * n_cycles_of_[p]));
        }
        if (2 * step_ >= n_steps) {
            for (std::size_t k = 0; k < amounts_.size(); ++k) mean_amounts_[k] += amounts_[k];
            for (std::size_t p = 0; p < prices_.size(); ++p) mean_prices_[p] += prices_[p];
        }
    }
    step_ = 0;
    const double n_counted = n_steps / 2;
    for (double& amount : mean_amounts_) amount /= n_counted;
    for (double& price : mean_prices_) price /= n_counted;
    return true;
}

double CyclePrices::packed(Run& run) {
    const double now = packed_by(amounts_, run), on_average = packed_by(mean_amounts_, run);
    if (on_average > now) {
        amounts_ = mean_amounts_;
        prices_ = mean_prices_;
    }
    return std::max(now, on_average);
}

/// Scales the amounts down to the capacities, then gives each conflict the remaining capacity. If the run expires, the
/// sum so far is a valid packing.
double CyclePrices::packed_by(const std::vector<double>& amounts, Run& run) {
    ExpiryCheck expiry(run);
    const auto capacities = conflicts_.capacities();
    std::fill(loads_.begin(), loads_.end(), 0.0);
    for (std::size_t k = 0; k < amounts.size(); ++k) {
        for (const auto pair : cycles_[k]) loads_[pair] += amounts[k];
        if (expiry.is_over(static_cast<std::int64_t>(cycles_[k].size()))) return 0.0;
    }
    std::vector<double> left(capacities.begin(), capacities.end());
    double total = 0.0;
    const auto packed = [&] {
        if (total > best_packed_) {
            best_packed_ = total;
            left_ = std::move(left);
        }
        return total;
    };
    const auto pay = [&](std::size_t k, double amount) {
        // Limited by the remaining capacity: scaled amounts may exceed it by rounding.
        for (const auto pair : cycles_[k]) amount = std::min(amount, left[pair]);
        if (!(amount > 0.0)) return;
        for (const auto pair : cycles_[k]) left[pair] -= amount;
        total += amount;
    };
    for (std::size_t k = 0; k < amounts.size(); ++k) {
        if (!(amounts[k] > 0.0)) continue;
        double share = 1.0;
        for (const auto pair : cycles_[k]) {
            if (loads_[pair] > capacities[pair]) share = std::min(share, capacities[pair] / loads_[pair]);
        }
        pay(k, share * amounts[k]);
        if (expiry.is_over(static_cast<std::int64_t>(cycles_[k].size()))) return packed();
    }
    for (std::size_t k = 0; k < cycles_.size(); ++k) {
        pay(k, infinity);
        if (expiry.is_over(static_cast<std::int64_t>(cycles_[k].size()))) return packed();
    }
    return packed();
}

std::size_t CyclePrices::add_cheap(std::int64_t max_visits, Run& run) {
    drop_unpaid();
    const std::size_t n_added = search_.add_cheap(mean_prices_, 1.0 - tolerance, max_visits, cycles_, run);
    make_room();
    return n_added;
}

/// Limits memory to conflicts with an amount.
void CyclePrices::drop_unpaid() {
    Cycles kept;
    std::vector<double> amounts;
    for (std::size_t k = 0; k < cycles_.size(); ++k) {
        if (amounts_[k] == 0.0 && mean_amounts_[k] == 0.0) {
            double cost = 0.0;
            for (const auto pair : cycles_[k]) cost += mean_prices_[pair];
            if (cost > max_kept_cost) continue;
        }
        kept.add(cycles_[k]);
        amounts.push_back(amounts_[k]);
    }
    cycles_ = std::move(kept);
    amounts_ = std::move(amounts);
}

}  // namespace frenemy
