#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace frenemy {

/// Inequalities `sum of sign * price >= right_hand_side` that hold for every clustering. The price of a pair is 1 if
/// the clustering violates its sign (an attracting pair is cut, a repelling one joined), otherwise 0.
class Cuts {
  public:
    std::size_t size() const { return right_hand_sides_.size(); }
    void add_pair(std::uint32_t pair, int sign) {
        pairs_.push_back(pair);
        signs_.push_back(sign);
    }
    /// Ends the current row; `violation` is the amount by which the current point violates it.
    void end_row(double right_hand_side, double violation) {
        offsets_.push_back(static_cast<std::int64_t>(pairs_.size()));
        right_hand_sides_.push_back(right_hand_side);
        violations_.push_back(violation);
    }
    std::vector<std::int64_t>& offsets() { return offsets_; }
    std::vector<std::uint32_t>& pairs() { return pairs_; }
    std::vector<double>& signs() { return signs_; }
    std::vector<double>& right_hand_sides() { return right_hand_sides_; }
    std::vector<double>& violations() { return violations_; }

  private:
    std::vector<std::int64_t> offsets_{0};
    std::vector<std::uint32_t> pairs_;
    std::vector<double> signs_;
    std::vector<double> right_hand_sides_;
    std::vector<double> violations_;
};

}  // namespace frenemy
