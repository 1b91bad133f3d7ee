#include "frenemy/multilevel/ensemble.hpp"

#include "frenemy/annealing/annealing.hpp"
#include "frenemy/core/clustering.hpp"
#include "frenemy/core/contraction.hpp"
#include "frenemy/multilevel/multilevel.hpp"
#include "frenemy/multilevel/refinement.hpp"

namespace frenemy {

namespace {

constexpr Cooling cooling_of_children{100, hot_temperature, cold_temperature};

/// Runs members from the same start and recombines them.
Candidate recombined_members(const Graph& graph, const Labels& start, std::int64_t n_members, double unit, Run& run) {
    Candidate best{start, 0.0};
    best.energy = join_clusters(graph, best.labels, run);
    best.energy -= multilevel_pass(graph, best.labels, run.rng(), run);
    make_contiguous(best.labels);
    const double start_energy = n_members > 1 ? graph.energy(start) : 0.0;
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

Candidate ensemble(const Graph& graph, Labels start, std::int64_t n_members, double unit, Run& run) {
    make_contiguous(start);
    const RefinedPartition refined = refine(graph, start, run.rng(), run);
    const auto small = contract_rows(graph, refined.labels, refined.n_clusters, run);
    if (!small) {
        const double energy = graph.energy(start);
        return {std::move(start), energy};
    }
    Labels small_start(static_cast<std::size_t>(refined.n_clusters));
    for (std::size_t i = 0; i < start.size(); ++i) small_start[refined.labels[i]] = start[i];
    const Candidate best = recombined_members(*small, small_start, n_members, unit, run);
    Labels lifted(start.size());
    for (std::size_t i = 0; i < start.size(); ++i) lifted[i] = best.labels[refined.labels[i]];
    return {std::move(lifted), best.energy};
}

Candidate with_greedy_member(const Graph& graph, const Candidate& annealed, Labels greedy, double unit, Run& run) {
    Candidate member{std::move(greedy), 0.0};
    member.energy = graph.energy(member.labels) - multilevel_pass(graph, member.labels, run.rng(), run);
    make_contiguous(member.labels);
    return recombine(graph, annealed, member, cooling_of_children, unit, run.rng(), run);
}

}  // namespace frenemy
