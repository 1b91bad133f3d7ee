#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// For each pair (u, v), the number of rows that are near both. Near a row are the row itself and its neighbors, `k`
/// columns per row; -1 is no neighbor. Jarvis and Patrick, "Clustering using a similarity measure based on shared near
/// neighbors" (1973).
std::vector<Node> shared_neighbors(std::span<const Node> neighbors, std::size_t k, std::span<const Node> u,
                                   std::span<const Node> v);

}  // namespace frenemy
