#pragma once

#include "frenemy/graph.hpp"
#include "frenemy/recombination.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// A clustering from the settled one of a short annealing, by members that share a first level: its clusters are split
/// into parts that hold together and contracted, and so many multilevel passes over what is left are recombined one
/// after the other. They see a quarter of the nodes or so, and cost as little. The first begins with whole clusters
/// joined, which sees farther than parts do where these are noisy. Labels are 0..n-1; nodes of the result are not
/// settled. If the run expires, what has been found so far.
///
/// After Ovelgönne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012).
Candidate ensemble(const Graph& graph, Labels settled, std::int64_t n_members, double unit, Run& run);

}  // namespace frenemy
