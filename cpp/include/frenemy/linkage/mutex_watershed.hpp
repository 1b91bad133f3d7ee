#pragma once

#include "frenemy/lifted/lifted_graph.hpp"

namespace frenemy {

/// Mutex watershed: takes pairs by the size of their weight, the largest first. An attracting base edge joins its
/// clusters unless they exclude each other; a repelling pair makes them exclude each other from then on. Attracting pairs
/// that are no base edges have no effect. Wolf et al., "The Mutex Watershed: efficient, parameter-free image
/// partitioning" (2018), Algorithm 1. Stops joining if the run expires.
Labels mutex_watershed(const LiftedGraph& graph, Run& run);

}  // namespace frenemy
