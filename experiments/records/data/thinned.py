"""Weaker blocking: some compared pairs are removed, true ones and others alike, or all of some rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

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


def with_fewer_rules(scored: ScoredPairs, recall: float, seed: int) -> ScoredPairs:  # noqa: ARG001
    """Only the pairs of some blocking rules: those that list nearest to this share of the true pairs.

    All choices of rules are tried; only which of them is used depends on the truth.
    """
    used = [bit for bit in range(32) if (scored.rules >> np.uint32(bit) & 1).any()]
    kinds, counts = np.unique(scored.rules[scored.is_true], return_counts=True)
    choices = np.array([sum(1 << bit for bit in some) for some in _subsets(used)], np.uint32)
    found = ((choices[:, None] & kinds) > 0) @ counts / max(scored.n_true_pairs, 1)
    chosen = choices[np.argmin(np.abs(found - recall))] if len(choices) else np.uint32(0)
    return scored.kept((scored.rules & chosen) > 0)


def _subsets(bits: list[int]) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(bits, n) for n in range(1, len(bits) + 1))
