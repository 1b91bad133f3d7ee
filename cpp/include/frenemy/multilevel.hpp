#pragma once

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// One pass down and up: settle single nodes, split the clusters into parts, contract these and go on with the smaller
/// problem; on the way back settle the nodes around what has changed. Labels are in 0..n-1. Returns by how much the
/// energy fell, never less than 0. If the run expires, what has been found so far stays.
double multilevel_pass(const Graph& graph, Labels& labels, Rng& rng, Run& run);

/// Moves single nodes until none wants to, from a clustering in which most are content, as after annealing.
void settle_nodes(const Graph& graph, Labels& labels, Run& run);
/// The same, or until each has been visited so often that they must be chasing each other; a pass ends that sooner.
void settle_nodes_soon(const Graph& graph, Labels& labels, Run& run);

/// What single nodes leave to be done by whole clusters: those that belong together join. Returns the energy.
double join_clusters(const Graph& graph, Labels& labels, Run& run);

}  // namespace frenemy
