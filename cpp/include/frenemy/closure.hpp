#pragma once

#include "frenemy/graph.hpp"
#include "frenemy/rng.hpp"

namespace frenemy {

/// How often two nodes that attract a third one share a listed pair themselves, from a sample. Near 0, a graph looks
/// like a tree from every node; images, region graphs and social networks come to a quarter and more.
double closed_share(const Graph& graph, Rng rng);

/// From this share on, parts that hold together show after a few sweeps of annealing.
constexpr double closed_enough = 0.15;

}  // namespace frenemy
