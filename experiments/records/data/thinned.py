"""Weaker blocking: some compared pairs are removed, true ones and others alike."""

from __future__ import annotations

import numpy as np

from experiments.records.data.scored_pairs import ScoredPairs

HARD = 0.2  # of the pairs of a record that blocking hardly finds


def thinned_pairs(scored: ScoredPairs, share: float, seed: int) -> ScoredPairs:
    """Each pair is left out with this probability."""
    rng = np.random.default_rng([seed, 3])
    return scored.kept(rng.random(len(scored.u)) >= share)


def thinned_records(scored: ScoredPairs, share: float, seed: int) -> ScoredPairs:
    """This share of the records keeps a fifth of its pairs, like records with empty or misspelled fields."""
    rng = np.random.default_rng([seed, 4])
    kept = np.where(rng.random(scored.n) < share, HARD, 1.0)
    return scored.kept(rng.random(len(scored.u)) < np.minimum(kept[scored.u], kept[scored.v]))
