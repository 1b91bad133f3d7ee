#pragma once

#include <cstdint>
#include <span>

#include "frenemy/graph.hpp"

namespace frenemy {

/// Sets of nodes as trees in an array that its owner keeps, so that pairs can come in piece by piece: each node points
/// to one that is not larger, a root to itself. The smallest node of a set is its root whatever the order of the pairs.
/// Throws std::invalid_argument if a node is none of the forest.
void unite(std::span<Node> forest, std::span<const Node> u, std::span<const Node> v);

/// The same for pairs that attract, in (above, up_to], unless the set would have more than `most` nodes, which are
/// counted in `sizes` at the roots. Whatever comes first is joined first, so the order matters.
void unite_up_to(std::span<Node> forest, std::span<Node> sizes, std::span<const Node> u, std::span<const Node> v,
                 std::span<const double> weights, double above, double up_to, Node most);

/// Lets every node point to its root.
void flatten(std::span<Node> forest);

}  // namespace frenemy
