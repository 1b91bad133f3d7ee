"""Claims on the functional as an energy of labels (unnumbered section, sections 3 and 4)."""

from __future__ import annotations

import time

import numpy as np

import frenemy as fr
from experiments.claims.claim import FAILS, HOLDS, NOT_MEASURED, WITH_A_REASON, Claim, Evidence, Found, verdict
from experiments.synthetic import synthetic
from harness.data.problems import planted


def missing_entries(evidence: Evidence) -> Found:
    """Against the whole matrix, with zeros where pairs are missing, summed plainly; and solved from it."""
    rng = np.random.default_rng(0)
    n = 20 if evidence.quick else 1000
    problem, _ = synthetic(0.1, n_nodes=60, seed=1)
    u, v, w = problem.edges()
    whole = np.zeros((60, 60))
    whole[u, v] = whole[v, u] = w
    far = 0.0
    for labels in (rng.integers(8, size=60) for _ in range(n)):
        is_cut = labels[:, None] != labels[None, :]
        far = max(far, abs(problem.energy(labels) - whole[is_cut].sum() / 2))
    is_same = np.array_equal(fr.solve(problem).labels, fr.solve(whole).labels)
    return Found(
        f"{n} clusterings: energies from the listed pairs and from the whole matrix with zeros differ by at most "
        f"{far:.0e}; solved from either the labels are {'the same' if is_same else 'not the same'}",
        verdict(far < 1e-9 and is_same),
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
    """Judged on the largest problem: the gap of its bound, and the quality of its clusters."""
    sizes = (200, 400) if evidence.quick else (1000, 10_000)
    findings = []
    closed = share = 0.0
    for n_nodes in sizes:
        problem = planted(n_nodes, n_clusters=max(10, n_nodes // 100), degree=10).problem()
        run = fr.Run(fr.Stop(seconds=5.0 if evidence.quick else 300.0))
        began = time.process_time()
        labels = fr.comparators.LPRelaxation(n_growths=1)(problem, np.zeros(n_nodes, np.int32), run)
        seconds = time.process_time() - began
        reference = fr.solve(problem).energy
        share = problem.energy(labels) / reference
        trivial = problem.repelling_weight
        closed = (run.lower_bound - trivial) / (reference - trivial)
        findings.append(
            f"{n_nodes:,} nodes, {problem.n_edges:,} pairs: {seconds:.3g} CPU s, energy {share:.1%} of our default's, "
            f"bound {run.lower_bound / reference:.1%} ({trivial / reference:.1%} without any work)"
        )
    if evidence.quick:
        return Found("; ".join(findings), NOT_MEASURED)
    is_bound, is_clustering = closed > 0.5, share > 0.98
    return Found(
        "; ".join(findings),
        FAILS if is_bound and is_clustering else WITH_A_REASON if is_bound or is_clustering else HOLDS,
        "As a lower bound the relaxation goes much further where pairs are few: a variable for each listed pair "
        "instead of all n squared, and messages instead of a general solver. "
        + ("So do its clusters." if is_clustering else "As a way to clusters it does not."),
    )


def rounding_is_fragile(evidence: Evidence) -> Found:
    """What rounding loses of our default's energy, by wrong signs and by number of pairs."""
    n_nodes, degrees, noises = (80, (4,), (0.0, 0.3)) if evidence.quick else (300, (6, 12, 40), (0.0, 0.1, 0.2, 0.3))
    findings, losses = [], []
    for degree in degrees:
        shares = []
        for noise in noises:
            problem, _ = fr.affinity.planted(
                n_nodes, sizes=np.linspace(1, 5, 8), degree=degree, balance=0.3, noise=noise, seed=1
            )
            rounded = fr.solve(problem, fr.comparators.LPRelaxation(), stop=fr.Stop(seconds=60.0))
            shares.append(rounded.energy / fr.solve(problem).energy)
        losses.append(shares[0] - shares[-1])
        findings.append(f"{problem.n_edges:,} pairs: " + ", ".join(f"{share:.1%}" for share in shares))
    return Found(
        f"{n_nodes} nodes, energy of the rounded relaxation as a share of our default's, at "
        + ", ".join(f"{noise:.0%}" for noise in noises)
        + " wrong signs; "
        + "; ".join(findings),
        verdict(min(losses) > 0.05, max(losses) > 0.05),
        f"From none to the most wrong signs it loses {min(losses):.1%} to {max(losses):.1%}.",
    )


CLAIMS = (
    Claim("1", "pairs that are missing do not affect the optimisation", missing_entries),
    Claim("3", "relaxations cannot handle more than a few hundred variables", relaxations_do_not_scale),
    Claim("3", "recovering the clusters from a relaxed X is highly susceptible to noise", rounding_is_fragile),
    Claim("4", "the functional is a Potts energy: eq. (3) is eq. (1)", potts_form),
    Claim("4", "it is not submodular, has no unary term, and k is unknown", three_challenges, is_read=True),
)
