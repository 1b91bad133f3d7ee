// Multilevel passes for lifted problems.

#include "frenemy/core/rounding.hpp"
#include "frenemy/lifted/lifted_passes.hpp"
#include "frenemy/solvers/lifted_solvers.hpp"
#include "lifted_start.hpp"

namespace frenemy {

Labels lifted_multilevel(const LiftedGraph& graph, Labels start, Run& run) {
    const LiftedStart begin(graph, std::move(start));
    Labels labels = begin.better(lifted_pass(graph, begin.seeds(), run.rng(), run));
    double energy = graph.pairs.energy(labels);
    while (!run.round_done(energy, count_clusters(labels), labels)) {
        Labels found = lifted_pass(graph, labels, run.rng(), run);
        const double after = graph.pairs.energy(found);
        if (!(after < energy) || is_rounding_noise(graph.pairs, energy, after)) break;
        labels = std::move(found);
        energy = after;
    }
    return contiguous(std::move(labels));
}

}  // namespace frenemy
