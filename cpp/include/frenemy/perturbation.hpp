#pragma once

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// Small disturbances, each repaired where it is: a few nodes near each other are put into other clusters, those around
/// them settle, and if the energy is higher then, all is taken back. So many times; returns by how much the energy
/// fell. Labels are in 0..n-1. After Blaesius et al., "KaPoCE: an exact and heuristic solver for cluster editing" (2021).
double perturb_and_repair(const Graph& graph, Labels& labels, std::int64_t n_times, double at_most_seconds, Rng& rng,
                          Run& run);

}  // namespace frenemy
