// Lifted greedy additive contraction (Keuper et al. 2015), followed by local moves.

#include "frenemy/core/clustering.hpp"
#include "frenemy/lifted/lifted_joining.hpp"
#include "frenemy/lifted/lifted_moves.hpp"
#include "frenemy/solvers/lifted_solvers.hpp"
#include "lifted_start.hpp"

namespace frenemy {

Labels lifted_greedy_additive(const LiftedGraph& graph, Labels start, Run& run) {
    const LiftedStart begin(graph, std::move(start));
    Labels labels = begin.better(join_lifted(graph, begin.seeds(), run));
    if (run.round_done(graph.pairs.energy(labels), count_clusters(labels), labels)) return labels;
    labels = moved_lifted(graph, std::move(labels), run.rng(), run);
    run.round_done(graph.pairs.energy(labels), count_clusters(labels), labels);
    return labels;
}

}  // namespace frenemy
