#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// A listed pair and its total weight.
struct ViolatedPair {
    Node u, v;
    double weight;
};

/// Listed pairs that attract but are apart (`want_apart`), or repel but are together (`want_together`): the `max_pairs`
/// strongest, in falling order.
std::vector<ViolatedPair> violated_pairs(const Graph& graph, std::span<const Node> labels, bool want_apart,
                                         bool want_together, std::size_t max_pairs, const Poll& poll);

}  // namespace frenemy
