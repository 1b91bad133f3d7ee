#pragma once

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A clustering and its energy.
struct Candidate {
    Labels labels;
    double energy;
};

/// Overlap crossover: returns a clustering at least as good as both parents. Contracts the common refinement of the
/// two, which leaves a small problem whose solutions include both parents and their mixtures. Anneals it from the
/// better parent, runs a multilevel pass, lifts the result and runs local moves.
Candidate recombine(const Graph& graph, const Candidate& a, const Candidate& b, const Cooling& cooling, double unit,
                    Rng& rng, Run& run);

}  // namespace frenemy
