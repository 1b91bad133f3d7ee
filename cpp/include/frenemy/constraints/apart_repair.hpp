#pragma once

#include "frenemy/constraints/apart.hpp"
#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Repairs labels so that they satisfy the constraints; 0..k-1 by first appearance. Clusters without violations stay as
/// they are. The others are dissolved and rebuilt: allowed joins, strongest pair first, then improving single-node
/// moves. Soon after the run has expired it stops; remaining nodes stay singletons.
Labels keep_apart(const Graph& graph, Labels labels, const Apart& apart, Run& run);

}  // namespace frenemy
