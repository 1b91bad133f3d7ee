#pragma once

#include "frenemy/core/graph.hpp"
#include "frenemy/core/run.hpp"

namespace frenemy {

/// A geometric cooling schedule from `hot` to `cold` in `n_sweeps` sweeps. Temperatures are in units of the problem's
/// own temperature (`temperature_unit`), at which a typical node begins to prefer a cluster.
struct Cooling {
    std::int64_t n_sweeps;
    double hot;
    double cold;
};

/// Defaults that suit long and short annealing alike.
constexpr double hot_temperature = 1.0, cold_temperature = 0.2;

/// The unit of temperature: the root of the sum of squared attracting weights at the median node, scaled to be 1 for 10
/// pairs of weight 1. Like the difference between clusters, it grows with the root of the degree. Repelling pairs are
/// ignored, since a single strong one separates its ends at any temperature.
double temperature_unit(const Graph& graph);

/// Metropolis sweeps: every node in turn may join the cluster of a random attracting neighbour or a cluster of its own;
/// a change that costs d is accepted with probability exp(-d / temperature), in units of `unit`. Changes the labels (in
/// 0..n-1) without tracking the energy. Stops early if the run expires; `at_most_seconds` instead speeds up the
/// cooling, so that it ends cold in time.
void anneal_sweeps(const Graph& graph, Labels& labels, const Cooling& cooling, double unit, double at_most_seconds,
                   Rng& rng, Run& run);

}  // namespace frenemy
