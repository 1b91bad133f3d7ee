#pragma once

#include "frenemy/graph.hpp"
#include "frenemy/run.hpp"

namespace frenemy {

/// An annealing: so many sweeps, at temperatures that fall geometrically from `hot` to `cold`. These are in units of the
/// problem's own temperature, at which a typical node begins to know where it belongs.
struct Cooling {
    std::int64_t n_sweeps;
    double hot;
    double cold;
};

/// What long and short annealings alike do well with.
constexpr double hot_temperature = 1.0, cold_temperature = 0.2;

/// The pull of its attracting pairs on the median node if their signs were random, for 10 such pairs of weight 1 each:
/// the unit of temperature. Grows with the root of the degree, as the differences between clusters do. Repelling pairs
/// do not count, as one strong one among many keeps its ends apart at any temperature.
double temperature_unit(const Graph& graph);

/// Metropolis sweeps: every node in turn may join the cluster of a random attracting neighbour, or stand alone; a change
/// that costs d is made with probability exp(-d / temperature). Temperatures are in `unit`s of weight. Changes the labels
/// (in 0..n-1); nobody keeps account of the energy meanwhile. Stops early if the run expires; `at_most_seconds` shortens
/// the cooling instead, so that it is cold by then.
void anneal_sweeps(const Graph& graph, Labels& labels, const Cooling& cooling, double unit, double at_most_seconds,
                   Rng& rng, Run& run);

}  // namespace frenemy
