#include <numeric>

#include "frenemy/annealing.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/local_moves.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

/// Settled by local moves; the energy goes along.
Clustering settled(const Graph& graph, const Labels& labels, Run& run) {
    LocalMoves moves(graph, labels);
    moves.push_all();
    moves.settle(run);
    return Clustering(graph, moves.labels());
}

}  // namespace

Labels anneal(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, double hot, double cold) {
    const Clustering first(graph, std::move(start));
    if (run.round_done(first.energy(), first.n_clusters(), first.labels())) return first.labels();
    Labels labels = first.labels();
    // Hot, any start is forgotten; from one big cluster it takes longest.
    if (first.n_clusters() == 1) std::iota(labels.begin(), labels.end(), 0);
    anneal_sweeps(graph, labels, {n_sweeps, hot, cold}, temperature_unit(graph), 0.9 * run.seconds_left(), run.rng(),
                  run);
    const Clustering annealed = settled(graph, labels, run);
    const Clustering found = annealed.energy() < first.energy() ? annealed : settled(graph, first.labels(), run);
    run.round_done(found.energy(), found.n_clusters(), found.labels());
    return found.labels();
}

}  // namespace frenemy
