#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frenemy/conflicts.hpp"
#include "frenemy/cycle_packing.hpp"
#include "frenemy/cycle_prices.hpp"
#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// An energy that no clustering goes below, nearer to the lowest with every round: conflicts packed greedily, from short
/// to long, and then prices. Valid at every moment, and never falls.
class LowerBound {
  public:
    /// The graph must outlive it.
    explicit LowerBound(const Graph& graph);

    double value() const { return value_; }
    /// Whether every weight is a whole number: then so is every energy, and bounds in between are rounded up.
    bool is_whole() const { return is_whole_; }
    /// The weight of all that repels and what conflicts pay, not rounded up even if energies are whole.
    double paid() const;
    /// How much more than that it costs at least to go against each listed pair: to cut it though it
    /// attracts, or to keep it though it repels. Pairs in the order of their lower ends; empty before anything is packed.
    std::vector<double> slack() const;
    /// The prices of the listed pairs, in that order: in 0..1, and every conflict costs about 1 or more. They are what
    /// the linear program over conflicts comes to. 0 before there are any.
    std::vector<double> prices() const;

    /// Packs, with at most so many looks at pairs in all, about. Both of these go on where the last call ended, until
    /// nothing more is to be had that way or the run expires, and tell the run of rounds, with the sign turned round so
    /// that lower is better there, too.
    void pack(std::int64_t most_looks, Run& run);
    /// Adjusts prices, beginning with what has been packed.
    void search(Run& run);

  private:
    bool begin(Run& run);
    bool rise(double packed, Run& run);
    bool has_prices() const { return prices_ && prices_->most_packed() > packing_->total(); }

    const Graph& graph_;
    double least_, value_, error_;
    bool is_whole_;
    std::optional<Conflicts> conflicts_;
    std::optional<CyclePacking> packing_;
    int length_ = 3;  // of the conflicts that are being packed; 0: they all are
    std::optional<CyclePrices> prices_;
    std::int64_t looks_;  // from each node, for cheap conflicts
    int n_steps_, n_in_vain_ = 0;
    bool is_adjusted_ = false;  // prices are; cheap conflicts are being added
    double packed_ = 0.0, gain_ = 0.0, last_gain_ = 0.0;
};

}  // namespace frenemy
