#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace frenemy {

/// Inequalities that hold for the prices of every clustering: the sum of `sign * price` over some pairs is at least
/// `least`. A pair's price is 1 if the clustering goes against its wish (an attracting pair cut, a repelling one kept
/// together), else 0.
class Cuts {
  public:
    std::size_t size() const { return least_.size(); }
    void add_pair(std::uint32_t pair, int sign) {
        pairs_.push_back(pair);
        signs_.push_back(sign);
    }
    /// Ends the row whose pairs were added last; `violation` says by how much the point at hand falls short.
    void end_row(double least, double violation) {
        offsets_.push_back(static_cast<std::int64_t>(pairs_.size()));
        least_.push_back(least);
        violations_.push_back(violation);
    }
    /// Takes back the pairs that were added since the last row ended.
    void drop_row() {
        pairs_.resize(static_cast<std::size_t>(offsets_.back()));
        signs_.resize(pairs_.size());
    }

    std::vector<std::int64_t>& offsets() { return offsets_; }
    std::vector<std::uint32_t>& pairs() { return pairs_; }
    std::vector<double>& signs() { return signs_; }
    std::vector<double>& least() { return least_; }
    std::vector<double>& violations() { return violations_; }

  private:
    std::vector<std::int64_t> offsets_{0};
    std::vector<std::uint32_t> pairs_;
    std::vector<double> signs_;
    std::vector<double> least_;
    std::vector<double> violations_;
};

}  // namespace frenemy
