#include <numeric>

#include "frenemy/annealing.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/contraction.hpp"
#include "frenemy/local_moves.hpp"
#include "frenemy/multilevel.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

constexpr double share_of_time = 0.6;     // for the first cooling
constexpr double warmer = 1.5;            // than cold, when it begins again
constexpr std::int64_t sweeps_again = 4;  // this part of them

/// What single nodes leave to be done by whole clusters: those that belong together join. Returns the energy.
double join_clusters(const Graph& graph, Labels& labels, Run& run) {
    const Node n_clusters = make_contiguous(labels);
    const auto small = contract_rows(graph, labels, n_clusters, run);
    if (!small) return graph.energy(labels);
    Labels joined(static_cast<std::size_t>(n_clusters));
    std::iota(joined.begin(), joined.end(), 0);
    multilevel_pass(*small, joined, run.rng(), run);
    for (Node& label : labels) label = joined[label];
    return small->energy(joined);
}

void settle(const Graph& graph, Labels& labels, Run& run) {
    make_contiguous(labels);  // ids close together are found in the cache
    LocalMoves moves(graph, labels);
    moves.push_unsettled(run);
    moves.settle(run);
    labels = moves.labels();
}

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
    settle(graph, labels, run);
    if (note(labels, join_clusters(graph, labels, run))) return best;
    anneal_sweeps(graph, labels, {1 + n_sweeps / sweeps_again, warmer * cold, cold}, unit,
                  share_of_time * run.seconds_left(), run.rng(), run);
    settle(graph, labels, run);
    const double settled = graph.energy(labels);
    const bool is_over = note(labels, settled);
    if (settled > energy && !is_over) {  // the start, or what had been joined, was better, and may not be settled
        labels = best;
        settle(graph, labels, run);
        note(labels, graph.energy(labels));
    }
    return best;
}

}  // namespace frenemy
