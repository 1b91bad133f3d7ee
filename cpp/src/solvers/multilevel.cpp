#include "frenemy/multilevel.hpp"

#include <cmath>
#include <numeric>

#include "frenemy/annealing.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/solvers.hpp"

namespace frenemy {

Labels multilevel(const Graph& graph, Labels start, Run& run, std::int64_t n_sweeps, std::int64_t most_passes) {
    const Clustering first(graph, std::move(start));
    Labels labels = first.labels();
    double energy = first.energy();
    // Nothing can be split off one big cluster by parts that hold together: begin with every node alone.
    if (first.n_clusters() <= 1) {
        std::iota(labels.begin(), labels.end(), 0);
        energy = graph.total_weight();
        if (n_sweeps > 0) {
            anneal_sweeps(graph, labels, {n_sweeps, hot_temperature, cold_temperature}, temperature_unit(graph),
                          0.5 * run.seconds_left(), run.rng(), run);
            settle_nodes(graph, labels, run);
            energy = join_clusters(graph, labels, run);
        }
    }
    bool is_over = false;
    for (std::int64_t pass = 0; pass < most_passes && !is_over; ++pass) {
        double gain = multilevel_pass(graph, labels, run.rng(), run);
        energy -= gain;
        if (energy > first.energy()) {  // only from singletons: then the start is the better place to begin
            labels = first.labels();
            gain = multilevel_pass(graph, labels, run.rng(), run);
            energy = first.energy() - gain;
        }
        const Node n_clusters = make_contiguous(labels);
        is_over = run.round_done(energy, n_clusters, labels) || !(gain > 1e-12 * std::abs(energy));
    }
    return energy <= first.energy() ? contiguous(std::move(labels)) : first.labels();
}

}  // namespace frenemy
