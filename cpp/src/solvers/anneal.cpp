// Simulated annealing (Kirkpatrick, Gelatt & Vecchi 1983), followed by local moves.

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/core/parallel_nodes.hpp"
#include "frenemy/multilevel/beginning.hpp"
#include "frenemy/multilevel/multilevel.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

constexpr double share_of_time = 0.6;          // for the first cooling
constexpr double reheating = 1.5;              // start of the second cooling, relative to `cold`
constexpr std::int64_t reheating_divisor = 4;  // divisor of `sweeps` for the second cooling

}  // namespace

Labels anneal(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, double hot, double cold) {
    const Clustering first(graph, std::move(start));
    Labels best = first.labels();
    double energy = first.energy();
    const auto note = [&](const Labels& labels, double found) {
        if (found < energy) {
            best = labels;
            energy = found;
        }
        const Node n_clusters = make_contiguous(best);
        return run.round_done(energy, n_clusters, best);
    };
    if (note(best, energy)) return best;

    const double unit = temperature_unit(graph);
    Labels labels = best;
    // High temperatures erase any start; one big cluster takes longest.
    if (first.n_clusters() == 1) labels = annealing_start(graph, run);
    anneal_sweeps(graph, labels, {sweeps, hot, cold}, unit, share_of_time * run.seconds_left(), run.rng(), run);
    run_local_moves(graph, labels, run);
    if (note(labels, join_clusters(graph, labels, run))) return best;
    anneal_sweeps(graph, labels, {1 + sweeps / reheating_divisor, reheating * cold, cold}, unit,
                  share_of_time * run.seconds_left(), run.rng(), run);
    run_local_moves(graph, labels, run);
    const double local_optimum = parallel_energy(graph, labels, run);
    const bool is_over = note(labels, local_optimum);
    if (local_optimum > energy && !is_over) {  // the best so far was better, and may not be locally optimal
        labels = best;
        run_local_moves(graph, labels, run);
        note(labels, parallel_energy(graph, labels, run));
    }
    return best;
}

}  // namespace frenemy
