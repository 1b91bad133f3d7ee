#include "frenemy/bounds/lower_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace frenemy {

namespace {

constexpr int any_length = std::numeric_limits<int>::max();
constexpr int longest_cycle = 16;          // before conflicts of any length
constexpr double min_length_gain = 0.003;  // relative gain of a length below which longer ones are skipped
constexpr std::int64_t visits_per_pair = 2000, max_visits_per_pair = std::int64_t{1} << 22;
constexpr int steps_at_first = 60, max_steps = 400;
constexpr double slow_gain = 0.3;         // gain relative to the last round below which the search for conflicts widens
constexpr double negligible_gain = 1e-7;  // relative to the packed total
constexpr int max_rounds_without_gain = 6;
constexpr double rounding = 1e-12;  // relative error of a sum of all weights

bool has_whole_weights(const Graph& graph) {
    const auto whole = [](double x) { return x == std::floor(x) && std::abs(x) < 1e6; };
    return whole(graph.missing()) && std::ranges::all_of(graph.weights(), whole) &&
           std::ranges::all_of(graph.sizes(), whole);
}

struct Expired {};

}  // namespace

LowerBound::LowerBound(const Graph& graph)
    : graph_(graph),
      repelling_weight_(graph.repelling_weight()),
      value_(repelling_weight_),
      is_whole_(has_whole_weights(graph)),
      visits_(visits_per_pair),
      n_steps_(steps_at_first) {
    double all = std::abs(repelling_weight_);
    for (const double w : graph.weights()) all += std::abs(w);
    error_ = rounding * all;
}

/// Builds the list of pairs on first use. False if there are no conflicts to pack or the run expires.
bool LowerBound::begin(Run& run) {
    if (packing_) return true;
    try {
        conflicts_.emplace(graph_, [&run] {
            if (run.expired()) throw Expired{};
        });
    } catch (const Expired&) {
        return false;
    }
    packing_.emplace(*conflicts_);
    return true;
}

void LowerBound::pack(std::int64_t max_visits, Run& run) {
    if (!begin(run)) return;
    while (length_ != 0 && packing_->n_visits() < max_visits) {
        const double gain = packing_->pack(length_, visits_per_pair, max_visits - packing_->n_visits(), run);
        const bool is_over = run.is_stopped();
        if (!is_over && packing_->n_visits() < max_visits) {  // otherwise this length continues in the next call
            const bool is_little = gain <= min_length_gain * packing_->total();
            if (length_ == any_length)
                length_ = 0;
            else
                length_ = length_ == longest_cycle || (is_little && packing_->total() > 0.0) ? any_length : length_ + 1;
        }
        if (rise(packing_->total(), run) || is_over) return;
    }
}

void LowerBound::search(std::int64_t max_work, Run& run) {
    if (!begin(run)) return;
    if (!prices_) prices_.emplace(*conflicts_, packing_->cycles(), packing_->amounts());
    while (n_without_gain_ < max_rounds_without_gain) {
        if (!is_adjusted_) {
            max_work -= prices_->work(n_steps_);
            if (max_work < 0) return;
            if (!prices_->adjust(n_steps_, run)) return;
            const double now = std::max(packed_, prices_->packed(run));
            is_adjusted_ = !run.is_stopped();  // otherwise repeat
            const bool is_over = rise(now, run);
            gain_ = now - packed_;
            packed_ = now;
            if (is_over) return;
            n_without_gain_ = gain_ > negligible_gain * packed_ ? 0 : n_without_gain_ + 1;
        }
        const std::size_t n_found = prices_->add_cheap(visits_, run);
        if (run.is_stopped()) return;
        if (n_found == 0 || gain_ < slow_gain * last_gain_) visits_ = std::min(4 * visits_, max_visits_per_pair);
        last_gain_ = gain_;
        n_steps_ = std::min(max_steps, 2 * (n_steps_ * 5 / 8));
        is_adjusted_ = false;
    }
}

/// Raises the bound to the repelling weight plus the packed total. Returns whether to stop.
bool LowerBound::rise(double packed, Run& run) {
    double found = repelling_weight_ + packed - error_;
    if (is_whole_) found = std::ceil(found - 1e-6) + 0.0;  // no -0
    value_ = std::max(value_, found);
    return run.round_done(-value_, 0, {});
}

double LowerBound::paid() const {
    if (!packing_) return repelling_weight_;
    return repelling_weight_ + (has_prices() ? prices_->best_packed() : packing_->total()) - error_;
}

std::vector<double> LowerBound::slack() const {
    if (!packing_) return {};
    const auto& left = has_prices() ? prices_->left() : packing_->left();
    return {left.begin(), left.begin() + graph_.n_edges()};
}

std::vector<double> LowerBound::prices() const {
    std::vector<double> prices(static_cast<std::size_t>(graph_.n_edges()), 0.0);
    if (!prices_) return prices;
    for (std::size_t p = 0; p < prices.size(); ++p) prices[p] = std::clamp(prices_->prices()[p], 0.0, 1.0);
    return prices;
}

}  // namespace frenemy
