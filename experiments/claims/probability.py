"""Claims on the probabilistic model (section 2), and on the cuts of Yu & Shi (section 1)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from scipy.stats import norm

import frenemy as fr
from experiments import fragments
from experiments.claims.claim import FAILS, WITH_A_REASON, Claim, Evidence, Found, verdict
from frenemy.affinity import PairModel, approximate_mode, paper_mode, prior_on_clusters

MORE_THAN_ONE = 1.2  # pieces, in the mean


def minimum_is_map(evidence: Evidence) -> Found:
    """All partitions of up to 8 nodes, for models of several shapes."""
    n_nodes = 6 if evidence.quick else 8
    everything = list(_partitions(n_nodes))
    n_models = n_same = 0
    spread = 0.0
    for f_plus, f_minus in ((norm(1, 1), norm(-1, 1)), (norm(1, 0.5), norm(0, 2)), (norm(0.2, 1), norm(0, 1))):
        for seed, share in ((0, 1.0), (1, 0.6), (2, 0.6)):
            observed = PairModel(f_plus, f_minus).sample(n_nodes, observed=share, seed=seed)
            problem = observed.problem()
            posterior = np.array([observed.negative_log_posterior(labels) for labels in everything])
            energy = np.array([problem.energy(labels) for labels in everything])
            n_models += 1
            n_same += int(np.argmin(posterior) == np.argmin(energy))
            spread = max(spread, float(np.ptp(posterior - energy)))
    return Found(
        f"all {len(everything):,} partitions of {n_nodes} nodes, {n_models} samples: the same minimum in {n_same}, and "
        f"-log posterior minus energy is constant to {spread:.0e}",
        WITH_A_REASON if n_same == n_models and spread < 1e-9 else FAILS,
        "With the signs corrected: the printed sum over log f+ and log f- needs a minus before both. Each pair counts "
        "once; the sum over ordered pairs would count it twice.",
    )


def k_needs_no_penalty(evidence: Evidence) -> Found:
    """Partitions with few and with many clusters, all found with the same call."""
    n_nodes, repeats = (100, 2) if evidence.quick else (200, 10)
    findings, right = [], []
    for k in (1, 2, 5, 10):
        found = []
        for seed in range(repeats):
            labels = np.random.default_rng(seed).integers(k, size=n_nodes)
            observed = PairModel(norm(1, 1), norm(-1, 1)).sample(n_nodes, labels=labels, seed=seed)
            found.append((fr.solve(observed.problem()).n_clusters, len(np.unique(labels))))
        right.append(np.mean([a == b for a, b in found]))
        findings.append(f"{k}: {right[-1]:.0%}")
    return Found(
        f"{n_nodes} nodes, all pairs observed, densities two standard deviations apart; the true k found, by k: "
        + ", ".join(findings),
        verdict(min(right) > 0.9, max(right) > 0.9),
    )


def ends_are_improbable(evidence: Evidence) -> Found:
    n = 100 if evidence.quick else 1000
    prior = prior_on_clusters(n)
    one, top, all_ = (float(prior.log_probability[k - 1]) for k in (1, prior.mode, n))
    return Found(
        f"n = {n:,}: log Pr is {one:,.0f} at k = 1, {top:.1f} at the mode of {prior.mode}, {all_:,.0f} at k = n",
        verdict(one < top - 50 and all_ < top - 50),
        "It does not pull the best partition towards any k, since no partition is favoured over another; it shows in "
        "posterior probabilities where the pairs say little.",
    )


def mode_is_n_over_log_n(evidence: Evidence) -> Found:
    sizes = (100, 200) if evidence.quick else (100, 750, 1000, 10_000)
    findings, low, mended = [], [], []
    for n in sizes:
        mode = prior_on_clusters(n).mode
        findings.append(f"n = {n:,}: {mode}, not {paper_mode(n):.0f}")
        low.append(1 - paper_mode(n) / mode)
        mended.append(abs(approximate_mode(n) - mode))
    return Found(
        "; ".join(findings) + f": {min(low):.0%} to {max(low):.0%} too low",
        verdict(max(low) < 0.05),
        f"Only to leading order. exp(W0(n)) - 1 is within {max(mended):.1f} of the mode.",
    )


def signed_cuts_fragment(evidence: Evidence) -> Found:
    """The long chains of the comparators experiment: the number of pieces, though k is given."""
    found = {(row["length"], row["method"]): row["pieces"] for row in fragments.means(evidence.fragments)}
    lengths = sorted({length for length, _ in found})
    signed = max(found[length, "signed"] for length in lengths)
    kept = max(found[length, "signed, constant kept"] for length in lengths)
    findings = ", ".join(
        f"{length} nodes: {found[length, 'signed']:.1f} ({found[length, 'positive']:.1f} without repulsion)"
        for length in lengths
    )
    is_so = signed > MORE_THAN_ONE
    return Found(
        "no wrong sign, k given; pieces of a chain in which near nodes attract: " + findings,
        WITH_A_REASON if is_so and kept <= MORE_THAN_ONE else verdict(is_so),
        "Not the functional but its relaxation is to blame: keeping the constant vector beside the leading ones leaves "
        f"{kept:.1f} pieces at most."
        if is_so
        else "",
    )


def _partitions(n: int) -> Iterator[npt.NDArray[np.int32]]:
    """All partitions of 0..n-1, as strings in which each new label is one more than the largest before."""

    def longer(prefix: list[int]) -> Iterator[list[int]]:
        if len(prefix) == n:
            yield prefix
            return
        for label in range(max(prefix, default=-1) + 2):
            yield from longer([*prefix, label])

    for labels in longer([]):
        yield np.array(labels, np.int32)


CLAIMS = (
    Claim(
        "1",
        "normalized cuts with negative affinities may fragment large homogeneous clusters",
        signed_cuts_fragment,
        is_read=True,
    ),
    Claim("2", "the minimum of the functional is the most probable partition", minimum_is_map),
    Claim("2.1", "partitions with different k compare without a complexity term", k_needs_no_penalty),
    Claim("2.1", "the prior gives k = 1 and k = n very low probability", ends_are_improbable),
    Claim("2.1", "the mode of the prior is roughly n / log n", mode_is_n_over_log_n),
)
