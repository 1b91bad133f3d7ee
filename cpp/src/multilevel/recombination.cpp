#include "frenemy/multilevel/recombination.hpp"

#include <limits>

#include "frenemy/core/contraction.hpp"
#include "frenemy/moves/local_moves.hpp"
#include "frenemy/multilevel/multilevel.hpp"
#include "frenemy/multilevel/refinement.hpp"

namespace frenemy {

Candidate recombine(const Graph& graph, const Candidate& a, const Candidate& b, const Cooling& cooling, double unit,
                    Rng& rng, Run& run) {
    const Candidate& better = b.energy < a.energy ? b : a;
    const RefinedPartition refined = overlay(a.labels, b.labels);
    const auto small = contract_rows(graph, refined.labels, refined.n_clusters, run);
    if (!small) return better;

    // A cluster of the better parent takes the id of one of its contracted nodes.
    Labels start(static_cast<std::size_t>(refined.n_clusters)), name(better.labels.size(), -1);
    for (std::size_t i = 0; i < better.labels.size(); ++i) {
        Node& of_cluster = name[better.labels[i]];
        if (of_cluster < 0) of_cluster = refined.labels[i];
        start[refined.labels[i]] = of_cluster;
    }
    Labels mixed = start;
    anneal_sweeps(*small, mixed, cooling, unit, std::numeric_limits<double>::infinity(), rng, run);
    double energy = small->energy(mixed);
    energy -= multilevel_pass(*small, mixed, rng, run);
    if (!(energy < better.energy)) return better;

    Labels lifted(better.labels.size());
    for (std::size_t i = 0; i < lifted.size(); ++i) lifted[i] = mixed[refined.labels[i]];
    LocalMoves moves(graph, lifted);
    for (std::size_t i = 0; i < lifted.size(); ++i) {
        if (mixed[refined.labels[i]] != start[refined.labels[i]]) moves.push_around(static_cast<Node>(i));
    }
    moves.converge(run);
    return {moves.labels(), energy - moves.gain()};
}

}  // namespace frenemy
