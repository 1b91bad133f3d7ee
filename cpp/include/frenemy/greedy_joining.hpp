#pragma once

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Joins the two clusters that attract each other most, until no two do: from single nodes on if `start` is one cluster,
/// and else from its clusters. Where no two clusters attract each other, cutting all of them costs no more than nothing, so
/// only if the run expires can `start` be better, and then it is given back. Among equals, nodes with few edges go first.
/// The labels are 0..k-1 by first appearance.
Labels join_greedily(const Graph& graph, Labels start, Run& run);

}  // namespace frenemy
