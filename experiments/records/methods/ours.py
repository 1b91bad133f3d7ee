"""Correlation clustering of scored pairs, without a threshold."""

from __future__ import annotations

import frenemy as fr
from experiments.records.data.pair_quality import off
from experiments.records.data.scored_pairs import Labels, ScoredPairs
from experiments.records.methods.method import PairsMethod
from frenemy.affinity import self_calibrate

SEED = 0


def clusters(scored: ScoredPairs, *, missing: float, shift: float = 0.0) -> Labels:
    """Log-odds as the tool gave them, or shifted, and one weight for every pair that was not compared."""
    problem = fr.Problem.from_edges(scored.u, scored.v, scored.weight + shift, n_nodes=scored.n, missing=missing)
    return fr.solve(problem, seed=SEED).labels


def calibrated(scored: ScoredPairs) -> Labels:
    """Log-odds and the weight of uncompared pairs, both estimated from how the pairs agree."""
    found = self_calibrate(scored.u, scored.v, scored.weight, n_nodes=scored.n)
    weights = found.pair_weights(scored.u, scored.v, scored.weight, n_nodes=scored.n)
    problem = fr.Problem.from_edges(scored.u, scored.v, weights, n_nodes=scored.n, missing=found.missing)
    return fr.solve(problem, seed=SEED).labels


def ours() -> dict[str, PairsMethod]:
    """By name, in the order of the tables."""
    return {
        "ours": PairsMethod(
            calibrated,
            "as cluster_table does by itself: log-odds and what uncompared pairs weigh are found from the pairs",
            "#d55e00",
        ),
        "ours, missing 0": PairsMethod(
            lambda scored: clusters(scored, missing=0.0),
            "log-odds as they are; a pair that was not compared says nothing",
            "#56b4e9",
        ),
        "ours, missing -1": PairsMethod(
            lambda scored: clusters(scored, missing=-1.0),
            "log-odds as they are; a pair that was not compared repels with 1 nat",
            "#0072b2",
        ),
        "ours, true sum": PairsMethod(
            lambda scored: clusters(scored, missing=-1.0, shift=off(scored)),
            "the same, all log-odds shifted so that the probabilities add up to the number of true pairs",
            "#0072b2",
            ":",
            sees_truth=True,
        ),
    }
