#include "frenemy/recombination.hpp"

#include <limits>

#include "frenemy/contraction.hpp"
#include "frenemy/local_moves.hpp"
#include "frenemy/multilevel.hpp"
#include "frenemy/parts.hpp"

namespace frenemy {

Candidate recombine(const Graph& graph, const Candidate& a, const Candidate& b, const Cooling& cooling, double unit,
                    Rng& rng, Run& run) {
    const Candidate& better = b.energy < a.energy ? b : a;
    const Parts parts = overlay(a.labels, b.labels);
    const auto small = contract_rows(graph, parts.of, parts.n_parts, run);
    if (!small) return better;

    // A cluster of the better parent is named after one of its parts.
    Labels start(static_cast<std::size_t>(parts.n_parts)), name(better.labels.size(), -1);
    for (std::size_t i = 0; i < better.labels.size(); ++i) {
        Node& of_cluster = name[better.labels[i]];
        if (of_cluster < 0) of_cluster = parts.of[i];
        start[parts.of[i]] = of_cluster;
    }
    Labels mixed = start;
    anneal_sweeps(*small, mixed, cooling, unit, std::numeric_limits<double>::infinity(), rng, run);
    double energy = small->energy(mixed);
    energy -= multilevel_pass(*small, mixed, rng, run);
    if (!(energy < better.energy)) return better;

    Labels lifted(better.labels.size());
    for (std::size_t i = 0; i < lifted.size(); ++i) lifted[i] = mixed[parts.of[i]];
    LocalMoves moves(graph, lifted);
    for (std::size_t i = 0; i < lifted.size(); ++i) {
        if (mixed[parts.of[i]] != start[parts.of[i]]) moves.push_around(static_cast<Node>(i));
    }
    moves.settle(run);
    return {moves.labels(), energy - moves.gain()};
}

}  // namespace frenemy
