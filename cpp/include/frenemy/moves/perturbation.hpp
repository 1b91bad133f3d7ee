#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// Iterated local search with local perturbations: moves a few nearby nodes to other clusters, runs local moves around
/// them, and rolls back if the energy rose. Repeats this `n_times` and returns the decrease of the energy. Labels are
/// in 0..n-1. After Blaesius et al., "KaPoCE: an exact and heuristic solver for cluster editing" (2021).
double perturb_and_repair(const Graph& graph, Labels& labels, std::int64_t n_times, double at_most_seconds, Rng& rng,
                          Run& run);

}  // namespace frenemy
