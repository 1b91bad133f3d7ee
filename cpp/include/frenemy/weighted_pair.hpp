#pragma once

#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// A pair of nodes and what it weighs.
struct WeightedPair {
    double weight;
    Node i, j;
};

/// The pairs, heaviest first, equal ones in the order given. All weights must be positive. Takes time in proportion to
/// the number of pairs.
std::vector<WeightedPair> heaviest_first(std::vector<WeightedPair> pairs);

}  // namespace frenemy
