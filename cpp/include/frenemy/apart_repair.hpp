#pragma once

#include "frenemy/apart.hpp"
#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Labels that hold nothing forbidden, 0..k-1 by first appearance. Clusters that hold nothing forbidden stay together;
/// the nodes of the others are joined anew, strongest pair first, wherever that is allowed, and then moved one by one
/// while the energy falls. Soon after the run has expired it stops joining and moving: what is left is alone.
Labels keep_apart(const Graph& graph, Labels labels, const Apart& apart, Run& run);

}  // namespace frenemy
