#pragma once

#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// A pair of nodes and its weight.
struct WeightedPair {
    double weight;
    Node i, j;
};

/// Sorts pairs by falling weight, stably and in linear time. All weights must be positive.
std::vector<WeightedPair> heaviest_first(std::vector<WeightedPair> pairs);

}  // namespace frenemy
