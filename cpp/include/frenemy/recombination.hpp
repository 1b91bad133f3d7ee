#pragma once

#include "frenemy/annealing.hpp"
#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// A clustering and what it costs.
struct Candidate {
    Labels labels;
    double energy;
};

/// A clustering at least as good as both. What the two agree on is contracted: a small problem in which both parents,
/// and all that mixes them, are clusterings. It is annealed from the better parent, settled by a multilevel pass, lifted
/// and settled.
Candidate recombine(const Graph& graph, const Candidate& a, const Candidate& b, const Cooling& cooling, double unit,
                    Rng& rng, Run& run);

}  // namespace frenemy
