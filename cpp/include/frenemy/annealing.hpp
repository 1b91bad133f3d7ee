#pragma once

#include <array>

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
constexpr double hot_temperature = 1.0, cold_temperature = 0.1;

/// -log of the midpoints of equal intervals of (0, 1).
extern const std::array<float, 4096> patience_table;

/// How many temperatures a change may cost: -log of a uniform draw, from its last bits.
inline double patience(std::uint64_t draw) { return patience_table[draw & 0xfff]; }

/// A random attracting neighbour of a node that has neighbours; -1 if three draws find none.
inline Node attracting_neighbor(const Graph::Neighbors& row, std::uint64_t draw, Rng& rng) {
    const std::uint64_t degree = row.nodes.size();
    auto a = static_cast<std::size_t>(((draw >> 32) * degree) >> 32);
    if (row.weights[a] > 0.0) return row.nodes[a];
    const std::uint64_t again = rng.next();
    a = static_cast<std::size_t>(((again >> 32) * degree) >> 32);
    if (row.weights[a] > 0.0) return row.nodes[a];
    a = static_cast<std::size_t>(((again & 0xffffffff) * degree) >> 32);
    return row.weights[a] > 0.0 ? row.nodes[a] : -1;
}

/// The pull of its attracting pairs on the median node if their signs were random, for 10 such pairs of weight 1 each:
/// the unit of temperature. Grows with the root of the degree, as the differences between clusters do. Repelling pairs
/// do not count, as one strong one among many keeps its ends apart at any temperature.
double temperature_unit(const Graph& graph);

/// Metropolis sweeps: every node in turn may join the cluster of a random attracting neighbour, or stand alone; a change
/// that costs d is made with probability exp(-d / temperature). Changes the labels (in 0..n-1) and returns by how much
/// the energy fell, which may be negative. Stops early if the run expires; `at_most_seconds` shortens the cooling
/// instead, so that it is cold by then.
double anneal_sweeps(const Graph& graph, Labels& labels, const Cooling& cooling, double unit, double at_most_seconds,
                     Rng& rng, Run& run);

}  // namespace frenemy
