// Louvain-style multilevel local moving with Leiden refinement (Blondel et al. 2008; Traag, Waltman & van Eck 2019).

#include "frenemy/multilevel/multilevel.hpp"

#include <cmath>
#include <numeric>

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/multilevel/beginning.hpp"
#include "frenemy/multilevel/ensemble.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

/// The initial labels if `start` is one cluster: annealed and improved by an ensemble, or singletons.
Candidate beginning(const Graph& graph, std::int64_t sweeps, std::int64_t members, Run& run) {
    if (sweeps == 0) {
        Candidate singletons{Labels(static_cast<std::size_t>(graph.n_nodes())), graph.total_weight()};
        std::iota(singletons.labels.begin(), singletons.labels.end(), 0);
        if (members == 0) return singletons;
        run_local_moves_briefly(graph, singletons.labels, run);
        return ensemble(graph, std::move(singletons.labels), members, temperature_unit(graph), run);
    }
    Candidate first{annealing_start(graph, run), 0.0};
    const double unit = temperature_unit(graph);
    const Cooling cooling{sweeps, hot_temperature, cold_temperature};
    anneal_sweeps(graph, first.labels, cooling, unit, 0.5 * run.seconds_left(), run.rng(), run);
    run_local_moves_briefly(graph, first.labels, run);
    if (members > 0) return ensemble(graph, std::move(first.labels), members, unit, run);
    first.energy = join_clusters(graph, first.labels, run);
    return first;
}

}  // namespace

Labels multilevel(const Graph& graph, Labels start, Run& run, std::int64_t sweeps, std::int64_t members,
                  std::int64_t passes) {
    const Clustering first(graph, std::move(start));
    Candidate best{first.labels(), first.energy()};
    // Refinement cannot split one big cluster: begin with singletons.
    bool is_over = false;
    if (first.n_clusters() <= 1) {
        best = beginning(graph, sweeps, members, run);
        const Node n_clusters = make_contiguous(best.labels);
        if (members > 0 && best.energy < first.energy()) {
            is_over = run.round_done(best.energy, n_clusters, best.labels);
        }
    }
    for (std::int64_t pass = 0; pass < passes && !is_over; ++pass) {
        double gain = multilevel_pass(graph, best.labels, run.rng(), run);
        best.energy -= gain;
        if (best.energy > first.energy()) {  // possible only from singletons: begin with `start` instead
            best.labels = first.labels();
            gain = multilevel_pass(graph, best.labels, run.rng(), run);
            best.energy = first.energy() - gain;
        }
        const Node n_clusters = make_contiguous(best.labels);
        is_over = run.round_done(best.energy, n_clusters, best.labels) || !(gain > 1e-12 * std::abs(best.energy));
    }
    return best.energy <= first.energy() ? contiguous(std::move(best.labels)) : first.labels();
}

}  // namespace frenemy
