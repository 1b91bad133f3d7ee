// Louvain-style multilevel local moving with Leiden refinement (Blondel et al. 2008; Traag, Waltman & van Eck 2019).

#include "frenemy/multilevel/multilevel.hpp"

#include <cmath>

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/multilevel/beginning.hpp"
#include "frenemy/multilevel/ensemble.hpp"
#include "frenemy/solvers/solvers.hpp"

namespace frenemy {

namespace {

constexpr std::int64_t max_pairs_to_try = 250'000;  // a greedy start, which then takes at most a tenth of a second
constexpr std::int64_t sweeps_per_try = 4;

/// The initial labels if `start` is one cluster: annealed and improved by an ensemble, or singletons.
Candidate beginning(const Graph& graph, std::int64_t sweeps, std::int64_t members, Run& run) {
    if (sweeps == 0) {
        Candidate alone{singletons(graph), graph.total_weight()};
        if (members == 0) return alone;
        run_local_moves_briefly(graph, alone.labels, run);
        return ensemble(graph, std::move(alone.labels), members, temperature_unit(graph), run);
    }
    const double unit = temperature_unit(graph);
    const auto anneal_from = [&](Labels labels, std::int64_t n_sweeps) {
        const Cooling cooling{n_sweeps, hot_temperature, cold_temperature};
        anneal_sweeps(graph, labels, cooling, unit, 0.5 * run.seconds_left(), run.rng(), run);
        run_local_moves_briefly(graph, labels, run);
        return labels;
    };
    const bool begins_greedily = starts_greedily(graph);
    Labels greedy;
    const bool tries_greedy = graph.missing() == 0.0 && graph.n_edges() <= max_pairs_to_try;
    if (begins_greedily || tries_greedy) greedy = greedy_start(graph, run);
    Candidate first{anneal_from(begins_greedily ? greedy : singletons(graph), sweeps), 0.0};
    // Where nothing is planted, a quarter of the annealing from greedy contraction beats all of it from singletons.
    if (!begins_greedily && tries_greedy && !run.expired()) {
        const Labels tried = anneal_from(greedy, sweeps / sweeps_per_try);
        if (graph.energy(tried) < graph.energy(first.labels)) first.labels = anneal_from(greedy, sweeps);
    }
    if (members == 0) {
        first.energy = join_clusters(graph, first.labels, run);
        return first;
    }
    const Candidate annealed = ensemble(graph, std::move(first.labels), members, unit, run);
    if (!tries_greedy || run.expired()) return annealed;
    return with_greedy_member(graph, annealed, std::move(greedy), unit, run);
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
