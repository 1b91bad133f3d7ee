#pragma once

#include <vector>

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// A graph of attracting pairs only, and a number, such that any cut in two of it plus this number costs no more than the
/// same cut of the original graph.
struct PackedConflicts {
    Graph graph;
    double leftover;  // at most 0: what repels and could not be packed
};

/// A cut between the ends of a pair that repels also cuts every chain of attracting pairs between them. So weight may be
/// taken from such a chain and given to the pair without any cut becoming dearer, and where nothing repels any more, a
/// minimum cut is a lower bound (cycle packing, as for the multicut problem; Lange, Karrenbauer & Andres, "Partial
/// optimality and fast lower bounds for weighted correlation clustering" (ICML 2018), section 5, here for cuts in two).
/// A node inside a chain loses twice what is taken. `slack` says how much of it each node can lose without harm: chains
/// within that are tried first. `missing` does not count. What a run that expires has packed so far is valid too.
PackedConflicts pack_conflicts(const Graph& graph, std::vector<double> slack, Run& run);

}  // namespace frenemy
