#include "frenemy/lower_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace frenemy {

namespace {

constexpr int any_length = std::numeric_limits<int>::max();
constexpr int longest_cycle = 16;  // before those of any length
constexpr double little = 0.003;   // a length that adds less than this share to what is packed: the others add less
constexpr std::int64_t looks_of_one = 2000, most_looks_of_one = std::int64_t{1} << 22;
constexpr int steps_at_first = 60, most_steps = 400;
constexpr double slowing = 0.3;  // of the gain of the round before: conflicts are missing, so look farther for them
constexpr double in_vain_below = 1e-7;  // of what is packed
constexpr int most_rounds_in_vain = 6;
constexpr double rounding = 1e-12;  // of all weights, which a sum of them can be off by

bool has_whole_weights(const Graph& graph) {
    const auto whole = [](double x) { return x == std::floor(x) && std::abs(x) < 1e6; };
    return whole(graph.missing()) && std::ranges::all_of(graph.weights(), whole) &&
           std::ranges::all_of(graph.sizes(), whole);
}

struct Expired {};

}  // namespace

LowerBound::LowerBound(const Graph& graph)
    : graph_(graph),
      least_(graph.repelling_weight()),
      value_(least_),
      is_whole_(has_whole_weights(graph)),
      looks_(looks_of_one),
      n_steps_(steps_at_first) {
    double all = std::abs(least_);
    for (const double w : graph.weights()) all += std::abs(w);
    error_ = rounding * all;
}

/// Whether there is a list of conflicts to be packed. Not if the run expires first.
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

void LowerBound::pack(std::int64_t most_looks, Run& run) {
    if (!begin(run)) return;
    while (length_ != 0 && packing_->n_looks() < most_looks) {
        const double gain = packing_->pack(length_, looks_of_one, most_looks - packing_->n_looks(), run);
        const bool is_over = run.is_stopped();
        if (!is_over && packing_->n_looks() < most_looks) {  // else this length is taken up again
            const bool is_little = gain <= little * packing_->total();
            if (length_ == any_length)
                length_ = 0;
            else
                length_ = length_ == longest_cycle || (is_little && packing_->total() > 0.0) ? any_length : length_ + 1;
        }
        if (rise(packing_->total(), run) || is_over) return;
    }
}

void LowerBound::search(Run& run) {
    if (!begin(run)) return;
    if (!prices_) prices_.emplace(*conflicts_, packing_->cycles(), packing_->amounts());
    while (n_in_vain_ < most_rounds_in_vain) {
        if (!is_adjusted_) {
            if (!prices_->adjust(n_steps_, run)) return;
            const double now = std::max(packed_, prices_->packed(run));
            is_adjusted_ = !run.is_stopped();  // else once more
            const bool is_over = rise(now, run);
            gain_ = now - packed_;
            packed_ = now;
            if (is_over) return;
            n_in_vain_ = gain_ > in_vain_below * packed_ ? 0 : n_in_vain_ + 1;
        }
        const std::size_t n_found = prices_->add_cheap(looks_, run);
        if (run.is_stopped()) return;
        if (n_found == 0 || gain_ < slowing * last_gain_) looks_ = std::min(4 * looks_, most_looks_of_one);
        last_gain_ = gain_;
        n_steps_ = std::min(most_steps, 2 * (n_steps_ * 5 / 8));
        is_adjusted_ = false;
    }
}

/// What conflicts pay on top of the repelling weight. Says whether to stop.
bool LowerBound::rise(double packed, Run& run) {
    double found = least_ + packed - error_;
    if (is_whole_) found = std::ceil(found - 1e-6) + 0.0;  // no -0
    value_ = std::max(value_, found);
    return run.round_done(-value_, 0, {});
}

double LowerBound::paid() const {
    if (!packing_) return least_;
    return least_ + (has_prices() ? prices_->most_packed() : packing_->total()) - error_;
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
