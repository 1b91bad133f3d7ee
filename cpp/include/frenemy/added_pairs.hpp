#pragma once

#include <span>
#include <vector>

#include "frenemy/graph.hpp"

namespace frenemy {

/// The graph with more weight on some pairs: u < v, sorted, none named twice. Throws std::invalid_argument if the sum of
/// all weights overflows.
Graph with_added(const Graph& graph, std::span<const Node> u, std::span<const Node> v, std::span<const double> w);

/// For each node the total weight of its pairs that attract: no cluster holds it more strongly.
std::vector<double> attraction(const Graph& graph);

}  // namespace frenemy
