#include "frenemy/ensemble.hpp"

#include "frenemy/annealing.hpp"
#include "frenemy/clustering.hpp"
#include "frenemy/contraction.hpp"
#include "frenemy/multilevel.hpp"
#include "frenemy/parts.hpp"

namespace frenemy {

namespace {

constexpr Cooling cooling_of_children{100, hot_temperature, cold_temperature};

/// Members from the same start, and what becomes of them.
Candidate recombined_members(const Graph& graph, const Labels& start, std::int64_t n_members, double unit, Run& run) {
    Candidate best{start, 0.0};
    best.energy = join_clusters(graph, best.labels, run);
    best.energy -= multilevel_pass(graph, best.labels, run.rng(), run);
    make_contiguous(best.labels);
    const double start_energy = graph.energy(start);
    for (std::int64_t member = 1; member < n_members && !run.expired(); ++member) {
        Candidate other{start, start_energy};
        other.energy -= multilevel_pass(graph, other.labels, run.rng(), run);
        make_contiguous(other.labels);
        best = recombine(graph, best, other, cooling_of_children, unit, run.rng(), run);
        make_contiguous(best.labels);
    }
    return best;
}

}  // namespace

Candidate ensemble(const Graph& graph, Labels settled, std::int64_t n_members, double unit, Run& run) {
    make_contiguous(settled);
    const Parts parts = split_into_parts(graph, settled, run.rng(), run);
    const auto small = contract_rows(graph, parts.of, parts.n_parts, run);
    if (!small) {
        const double energy = graph.energy(settled);
        return {std::move(settled), energy};
    }
    Labels start(static_cast<std::size_t>(parts.n_parts));
    for (std::size_t i = 0; i < settled.size(); ++i) start[parts.of[i]] = settled[i];
    Candidate best = recombined_members(*small, start, n_members, unit, run);
    for (std::size_t i = 0; i < settled.size(); ++i) settled[i] = best.labels[parts.of[i]];
    return {std::move(settled), best.energy};
}

}  // namespace frenemy
