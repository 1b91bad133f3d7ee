#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/rng.hpp"

namespace frenemy {

/// The share of closed triples (global clustering coefficient), estimated from a sample: how often two nodes that
/// attract a common third node share a listed pair. Near 0 for tree-like graphs; 0.25 and more for images, region
/// graphs and social networks.
double transitivity(const Graph& graph, Rng rng);

/// From this value on, a few annealing sweeps are enough to find cohesive clusters.
constexpr double high_transitivity = 0.15;

}  // namespace frenemy
