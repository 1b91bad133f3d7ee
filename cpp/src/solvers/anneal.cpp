#include <numeric>

#include "frenemy/annealing.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/multilevel.hpp"
#include "frenemy/sharing.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

constexpr double share_of_time = 0.6;     // for the first cooling
constexpr double warmer = 1.5;            // than cold, when it begins again
constexpr std::int64_t sweeps_again = 4;  // this part of them

}  // namespace

Labels anneal(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, double hot, double cold) {
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
    // Hot, any start is forgotten; from one big cluster it takes longest.
    if (first.n_clusters() == 1) std::iota(labels.begin(), labels.end(), 0);
    anneal_sweeps(graph, labels, {n_sweeps, hot, cold}, unit, share_of_time * run.seconds_left(), run.rng(), run);
    settle_nodes(graph, labels, run);
    if (note(labels, join_clusters(graph, labels, run))) return best;
    anneal_sweeps(graph, labels, {1 + n_sweeps / sweeps_again, warmer * cold, cold}, unit,
                  share_of_time * run.seconds_left(), run.rng(), run);
    settle_nodes(graph, labels, run);
    const double settled = shared_energy(graph, labels, run);
    const bool is_over = note(labels, settled);
    if (settled > energy && !is_over) {  // the start, or what had been joined, was better, and may not be settled
        labels = best;
        settle_nodes(graph, labels, run);
        note(labels, shared_energy(graph, labels, run));
    }
    return best;
}

}  // namespace frenemy
