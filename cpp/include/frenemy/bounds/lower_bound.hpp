#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frenemy/bounds/conflicts.hpp"
#include "frenemy/bounds/cycle_packing.hpp"
#include "frenemy/bounds/cycle_prices.hpp"
#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A lower bound on the energy of all clusterings: iterative cycle packing, then the cycle LP by a first-order method.
/// Valid at any time; never decreases.
class LowerBound {
  public:
    /// The graph must outlive it.
    explicit LowerBound(const Graph& graph);

    double value() const { return value_; }
    /// Whether all weights, and so all energies, are integers. The bound is rounded up then.
    bool is_whole() const { return is_whole_; }
    /// The bound before rounding up: the repelling weight plus the packed total.
    double paid() const;
    /// For each listed pair, a lower bound on the extra cost of violating it (cutting an attracting or joining a
    /// repelling pair), on top of `paid`. Pairs in the order of their lower ends; empty before anything is packed.
    std::vector<double> slack() const;
    /// The prices of the listed pairs in that order, in 0..1: an approximate solution of the cycle LP, in which every
    /// conflict costs at least 1. All 0 before `search`.
    std::vector<double> prices() const;

    /// Packs conflicts with about `max_visits` visited pairs in all. Like `search`, continues where the last call
    /// ended, until it converges or the run expires, and reports rounds to the run with the bound negated, so that
    /// lower is better there, too.
    void pack(std::int64_t max_visits, Run& run);
    /// Solves the cycle LP, beginning with the packing. Ends before about `max_work` more visits to pairs of conflicts.
    void search(std::int64_t max_work, Run& run);

  private:
    bool begin(Run& run);
    bool rise(double packed, Run& run);
    bool has_prices() const { return prices_ && prices_->best_packed() > packing_->total(); }

    const Graph& graph_;
    double repelling_weight_, value_, error_;
    bool is_whole_;
    std::optional<Conflicts> conflicts_;
    std::optional<CyclePacking> packing_;
    int length_ = 3;  // of the conflicts that are packed now; 0: any length
    std::optional<CyclePrices> prices_;
    std::int64_t visits_;  // visits from each node, in the search for cheap conflicts
    int n_steps_, n_without_gain_ = 0;
    bool is_adjusted_ = false;  // whether the prices have converged and cheap conflicts are added next
    double packed_ = 0.0, gain_ = 0.0, last_gain_ = 0.0;
};

}  // namespace frenemy
