"""Correlation clustering of scored pairs: no threshold."""

from __future__ import annotations

import frenemy as fr
from experiments.records.method import Method
from experiments.records.pair_quality import off
from experiments.records.scored_pairs import Labels, ScoredPairs

SEED = 0


def clusters(scored: ScoredPairs, *, missing: float, shift: float = 0.0) -> Labels:
    """Log-odds as the tool gave them, or shifted, and one weight for every pair that was not compared."""
    problem = fr.Problem.from_edges(scored.u, scored.v, scored.weight + shift, n_nodes=scored.n, missing=missing)
    return fr.solve(problem, seed=SEED).labels


def ours() -> dict[str, Method]:
    """By name, in the order of the tables."""
    return {
        "ours, missing 0": Method(
            lambda scored: clusters(scored, missing=0.0),
            "log-odds as they are; a pair that was not compared says nothing",
            "#56b4e9",
        ),
        "ours, missing -1": Method(
            lambda scored: clusters(scored, missing=-1.0),
            "log-odds as they are; a pair that was not compared repels with 1 nat",
            "#0072b2",
        ),
        "ours, true sum": Method(
            lambda scored: clusters(scored, missing=-1.0, shift=off(scored)),
            "the same, all log-odds shifted so that the probabilities add up to the number of true pairs",
            "#0072b2",
            ":",
            sees_truth=True,
        ),
    }
