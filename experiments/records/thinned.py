"""Blocking that finds less: pairs that were compared are left out, true ones and others alike."""

from __future__ import annotations

import numpy as np

from experiments.records.scored_pairs import ScoredPairs

HARD = 0.2  # of the pairs of a record that blocking hardly finds


def thinned_pairs(scored: ScoredPairs, share: float, seed: int) -> ScoredPairs:
    """This share of the pairs is left out, each by a throw of its own."""
    rng = np.random.default_rng([seed, 3])
    return scored.kept(rng.random(len(scored.u)) >= share)


def thinned_records(scored: ScoredPairs, share: float, seed: int) -> ScoredPairs:
    """This share of the records keeps a fifth of its pairs, as those do whose fields are empty or misspelled."""
    rng = np.random.default_rng([seed, 4])
    kept = np.where(rng.random(scored.n) < share, HARD, 1.0)
    return scored.kept(rng.random(len(scored.u)) < np.minimum(kept[scored.u], kept[scored.v]))
