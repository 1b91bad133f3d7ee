#pragma once

#include <optional>
#include <span>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// An optimal clustering of a few nodes; `weights` is the symmetric n times n matrix of all pairs. Labels are 0..k-1.
/// Empty if it takes too many steps; their number depends on the weights alone.
///
/// Branch and bound: one node after another joins one of the clusters so far, or a new one. Russian dolls (Verfaillie,
/// Lemaitre & Schiex 1996): the last nodes are solved alone first, then the last nodes but one, and so on. So for any
/// choice of the first clusters the pairs of the nodes that are left cost at least their known optimum, and the pairs
/// between such a node and the clusters at least the cheapest choice of that node.
std::optional<Labels> small_optimum(std::span<const double> weights, Node n_nodes);

}  // namespace frenemy
