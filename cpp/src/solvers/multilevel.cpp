#include "frenemy/multilevel.hpp"

#include <cmath>
#include <numeric>

#include "frenemy/annealing.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/ensemble.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

namespace {

/// What the passes begin with if there is no start: every node alone, annealed, and improved by members.
Candidate beginning(const Graph& graph, std::int64_t n_sweeps, std::int64_t n_members, Run& run) {
    Candidate first{Labels(static_cast<std::size_t>(graph.n_nodes())), graph.total_weight()};
    std::iota(first.labels.begin(), first.labels.end(), 0);
    if (n_sweeps == 0 && n_members == 0) return first;
    const double unit = temperature_unit(graph);
    const Cooling cooling{n_sweeps, hot_temperature, cold_temperature};
    anneal_sweeps(graph, first.labels, cooling, unit, 0.5 * run.seconds_left(), run.rng(), run);
    settle_nodes_soon(graph, first.labels, run);
    if (n_members > 0) return ensemble(graph, std::move(first.labels), n_members, unit, run);
    first.energy = join_clusters(graph, first.labels, run);
    return first;
}

}  // namespace

Labels multilevel(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, std::int64_t n_members,
                  std::int64_t most_passes) {
    const Clustering first(graph, std::move(start));
    Candidate best{first.labels(), first.energy()};
    // Nothing can be split off one big cluster by parts that hold together: begin with every node alone.
    bool is_over = false;
    if (first.n_clusters() <= 1) {
        best = beginning(graph, n_sweeps, n_members, run);
        const Node n_clusters = make_contiguous(best.labels);
        if (n_members > 0 && best.energy < first.energy()) {
            is_over = run.round_done(best.energy, n_clusters, best.labels);
        }
    }
    for (std::int64_t pass = 0; pass < most_passes && !is_over; ++pass) {
        double gain = multilevel_pass(graph, best.labels, run.rng(), run);
        best.energy -= gain;
        if (best.energy > first.energy()) {  // only from singletons: then the start is the better place to begin
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
