// Lifted Kernighan-Lin with joins (Keuper et al. 2015).

#include "frenemy/core/rounding.hpp"
#include "frenemy/lifted/lifted_border_moves.hpp"
#include "frenemy/lifted/lifted_joining.hpp"
#include "frenemy/lifted/lifted_moves.hpp"
#include "frenemy/solvers/lifted_solvers.hpp"
#include "lifted_start.hpp"

namespace frenemy {

Labels lifted_kernighan_lin(const LiftedGraph& graph, Labels start, Run& run, std::int64_t patience) {
    const LiftedStart begin(graph, std::move(start));
    Labels labels = begin.is_cold() ? begin.better(join_lifted(graph, begin.seeds(), run)) : begin.labels();
    double energy = graph.pairs.energy(labels);
    while (!run.round_done(energy, count_clusters(labels), labels)) {
        LiftedBorderMoves borders(graph, labels);
        borders.sweep(patience, run);
        Labels found = moved_lifted(graph, borders.labels(), run.rng(), run);
        found = join_lifted(graph, std::move(found), run);
        const double after = graph.pairs.energy(found);
        const bool has_gained = after < energy && !is_rounding_noise(graph.pairs, energy, after);
        if (after < energy) {
            labels = contiguous(std::move(found));
            energy = after;
        }
        if (!has_gained) break;
    }
    return labels;
}

}  // namespace frenemy
