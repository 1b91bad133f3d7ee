"""Claims on the functional as an energy of labels (unnumbered section, sections 3 and 4)."""

from __future__ import annotations

import time

import numpy as np

import frenemy as fr
from benchmarks.problems import planted
from experiments.claims.claim import FAILS, HOLDS, WITH_A_REASON, Claim, Evidence, Found, verdict
from experiments.synthetic import synthetic


def missing_entries(evidence: Evidence) -> Found:
    rng = np.random.default_rng(0)
    problem, truth = synthetic(0.1, n_nodes=60, seed=1)
    u, v = np.triu_indices(60, 1)
    zeros = fr.Problem.from_edges(u, v, np.zeros(len(u)), n_nodes=60)
    filled = fr.Problem.from_edges(
        np.r_[problem.edges()[0], u], np.r_[problem.edges()[1], v], np.r_[problem.edges()[2], np.zeros(len(u))]
    )
    n = 20 if evidence.quick else 1000
    far = max(
        abs(problem.energy(labels) - filled.energy(labels)) for labels in (rng.integers(8, size=60) for _ in range(n))
    )
    return Found(
        f"{n} clusterings: energies with and without the missing pairs as zeros differ by at most {far:g} "
        f"(zeros alone: {zeros.energy(truth):g})",
        verdict(far == 0.0),
        "But a missing pair is no neutral observation where pairs were left out because they look apart: a small "
        "repulsion (`missing` below 0) says so.",
    )


def potts_form(evidence: Evidence) -> Found:
    rng = np.random.default_rng(1)
    n = 20 if evidence.quick else 1000
    worst = 0.0
    for seed in range(4):
        problem, _ = synthetic(0.2, n_nodes=60, seed=seed)
        for _ in range(n // 4):
            labels = rng.integers(8, size=60)
            cut = problem.energy(labels, pairs="ordered")
            agreement = problem.energy(labels, form="agreement", pairs="ordered")
            worst = max(worst, abs(cut - agreement - 2 * problem.total_weight) / abs(cut))
    return Found(
        f"{n} clusterings: eq. (3) minus eq. (1) is the total weight, to within {worst:.1g}",
        WITH_A_REASON if worst < 1e-12 else FAILS,
        "They differ by that constant, so that ratios of energies (table 1) depend on which form is meant; sums run "
        "over ordered pairs, which counts each pair twice.",
    )


def three_challenges(evidence: Evidence) -> Found:
    shares = [row["positive_share"] for row in evidence.synthetic]
    low, high = 1 - max(shares), 1 - min(shares)
    return Found(
        f"non-submodular (repelling) pairs are {low:.0%} to {high:.0%} of all in the synthetic problems; there is no "
        "unary term, and k is not given",
        verdict(low > 0.0),
    )


def relaxations_do_not_scale(evidence: Evidence) -> Found:
    sizes = ((200, 10), (400, 10)) if evidence.quick else ((1000, 10), (10_000, 10), (100_000, 10))
    told = []
    is_bound = is_clustering = False  # of more than a few hundred nodes
    for n_nodes, degree in sizes:
        problem = planted(n_nodes, n_clusters=max(10, n_nodes // 100), degree=degree).problem()
        run = fr.Run(fr.Stop(seconds=5.0 if evidence.quick else 120.0))
        began = time.process_time()
        labels = fr.comparators.LPRelaxation(n_growths=0)(problem, np.zeros(n_nodes, np.int32), run)
        seconds = time.process_time() - began
        energy = problem.energy(labels)
        reference = fr.solve(problem).energy
        is_bound = is_bound or (n_nodes >= 1000 and run.lower_bound > 1.1 * reference)
        is_clustering = is_clustering or (n_nodes >= 1000 and energy < 0.98 * reference)
        told.append(
            f"{n_nodes:,} nodes, {problem.n_edges:,} pairs: {seconds:.3g} CPU s, energy {energy / reference:.1%} of "
            f"our default's, bound {run.lower_bound / reference:.1%}"
        )
    return Found(
        "; ".join(told),
        FAILS if is_bound and is_clustering else WITH_A_REASON if is_bound else HOLDS,
        "As a lower bound the relaxation goes much further where pairs are few: a variable for each listed pair "
        "instead of all n squared, and messages instead of a general solver. As a way to clusters it does not.",
    )


def rounding_is_fragile(evidence: Evidence) -> Found:
    densities = (0.1,) if evidence.quick else (0.02, 0.05, 0.1, 0.2)
    n_nodes = 100 if evidence.quick else 750
    told, shares = [], []
    for density in densities:
        problem, _ = synthetic(density, n_nodes=n_nodes, seed=0)
        rounded = fr.solve(problem, fr.comparators.LPRelaxation(), stop=fr.Stop(seconds=60.0))
        shares.append(rounded.energy / fr.solve(problem).energy)
        told.append(f"{density:.0%}: {shares[-1]:.1%}")
    return Found(
        "energy of the rounded relaxation as a share of our default's, 20 % noise, by density: " + ", ".join(told),
        verdict(max(shares) < 0.95, min(shares) < 0.95),
        "It is the number of pairs that decides: where they are few the relaxation is in doubt and rounding loses, "
        "where they are many it tells the clusters apart in spite of the noise.",
    )


CLAIMS = (
    Claim("1", "pairs that are missing do not affect the optimisation", missing_entries),
    Claim("3", "relaxations cannot handle more than a few hundred variables", relaxations_do_not_scale),
    Claim("3", "recovering the clusters from a relaxed X is highly susceptible to noise", rounding_is_fragile),
    Claim("4", "the functional is a Potts energy: eq. (3) is eq. (1)", potts_form),
    Claim("4", "it is not submodular, has no unary term, and k is unknown", three_challenges),
)
