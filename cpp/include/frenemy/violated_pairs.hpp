#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// A listed pair, and what it weighs in all.
struct ViolatedPair {
    Node u, v;
    double weight;
};

/// The listed pairs that attract and are apart (`want_apart`), or repel and are together (`want_together`); the `most`
/// strongest, those first.
std::vector<ViolatedPair> violated_pairs(const Graph& graph, std::span<const Node> labels, bool want_apart,
                                         bool want_together, std::size_t most, const Poll& poll);

}  // namespace frenemy
