#pragma once

#include <cstdint>
#include <span>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// Union-find over an array owned by the caller, for pairs that arrive in batches. Each node points to one that is not
/// larger, a root to itself; so the smallest node of a set is its root, whatever the order of the pairs. Throws
/// std::invalid_argument if a node is not in the forest.
void unite(std::span<Node> forest, std::span<const Node> u, std::span<const Node> v);

/// Unites only pairs with a weight in (above, up_to], and only while the joined set has at most `max_size` nodes.
/// `sizes` holds the sizes of sets at their roots. The result depends on the order of the pairs.
void unite_up_to(std::span<Node> forest, std::span<Node> sizes, std::span<const Node> u, std::span<const Node> v,
                 std::span<const double> weights, double above, double up_to, Node max_size);

/// Makes every node point directly to its root.
void flatten(std::span<Node> forest);

}  // namespace frenemy
