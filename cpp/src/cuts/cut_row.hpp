#pragma once

#include "frenemy/cuts/cut_search.hpp"

namespace frenemy {

class CutSearch::Row {
  public:
    Row(const CutSearch& search, Cuts& cuts) : search_(search), cuts_(cuts) {}

    void add(Pair pair, int sign) {
        const bool attracts = search_.attracts_[pair] != 0;
        cuts_.add_pair(pair, attracts ? sign : -sign);
        value_ += sign * search_.together_[pair];
        if (attracts) of_attracting_ += sign;
    }
    void end(int max_sum) { cuts_.end_row(of_attracting_ - max_sum, value_ - max_sum); }

  private:
    const CutSearch& search_;
    Cuts& cuts_;
    double value_ = 0.0;
    int of_attracting_ = 0;
};

}  // namespace frenemy
