#pragma once

#include <span>
#include <vector>

#include "frenemy/core/graph.hpp"

namespace frenemy {

/// The graph with `w` added to the weights of some pairs, which are u < v, sorted and distinct. Throws
/// std::invalid_argument if the sum of all weights overflows.
Graph with_added(const Graph& graph, std::span<const Node> u, std::span<const Node> v, std::span<const double> w);

/// For each node the total weight of its attracting pairs: an upper bound on its attraction to any cluster.
std::vector<double> attraction(const Graph& graph);

}  // namespace frenemy
