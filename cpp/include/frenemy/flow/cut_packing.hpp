#pragma once

#include <vector>

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A graph without repelling pairs and a constant, such that every bipartition costs at most as much in this graph plus
/// the constant as in the original graph.
struct PackedConflicts {
    Graph graph;
    double leftover;  // at most 0: the repelling weight that could not be packed
};

/// Cycle packing for bipartitions. A cut between the ends of a repelling pair also cuts every path of attracting pairs
/// between them. So weight can be moved from such a path to the pair without raising the cost of any cut. Once no pair
/// repels, a minimum cut is a lower bound. Lange, Karrenbauer & Andres, "Partial optimality and fast lower bounds for
/// weighted correlation clustering" (ICML 2018), section 5, there for the multicut problem.
///
/// A node inside a path loses twice the weight that is moved. `slack` is the amount that each node can lose without
/// harm: paths within the slack are tried first. `missing` is ignored. If the run expires, the packing so far is valid.
PackedConflicts pack_conflicts(const Graph& graph, std::vector<double> slack, Run& run);

}  // namespace frenemy
