"""Wrong pairs with high scores, as from a shared address, a default value or a namesake."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from experiments.records.data.scored_pairs import ScoredPairs, scored_pairs

Pair = tuple[int, int]

MAX_ROUNDS = 100  # through all entities: with a handful there are no more groups to find


def with_isolated(scored: ScoredPairs, share: float, seed: int) -> ScoredPairs:
    """Add wrong pairs between random records, a share of the true listed pairs; at most one between two entities."""
    rng = np.random.default_rng([seed, 1])
    return _with(scored, _isolated(scored, rng), share, rng)


def with_groups(scored: ScoredPairs, share: float, seed: int, *, max_each: int | None = None) -> ScoredPairs:
    """Wrong pairs that agree with each other: all between two entities of at least 2 records.

    With ``max_each``, all between that many records of either, so that the other records contradict them; without,
    only other pairs between the two entities can.
    """
    rng = np.random.default_rng([seed, 2])
    return _with(scored, _groups(scored, rng, max_each, share), share, rng)


def _isolated(scored: ScoredPairs, rng: np.random.Generator) -> Iterator[list[Pair]]:
    seen = set()
    while True:
        one, other = sorted(rng.choice(scored.n, 2, replace=False).tolist())
        both = frozenset((scored.truth[one], scored.truth[other]))
        if len(both) == 2 and both not in seen:
            seen.add(both)
            yield [(one, other)]


def _groups(scored: ScoredPairs, rng: np.random.Generator, max_each: int | None, share: float) -> Iterator[list[Pair]]:
    """Entities two by two in random order, repeatedly; without those that have too many pairs for the share."""
    max_pairs = max(0.25 * share * scored.is_true.sum(), 4)
    members = [np.flatnonzero(scored.truth == name) for name in np.unique(scored.truth)]
    members = [own for own in members if len(own) >= 2]
    seen = set()
    for _ in range(MAX_ROUNDS):
        order = rng.permutation(len(members)).tolist()
        for one, other in zip(order[::2], order[1::2], strict=False):
            chosen = [rng.permutation(members[place])[:max_each].tolist() for place in (one, other)]
            both = frozenset((one, other))
            if both not in seen and len(chosen[0]) * len(chosen[1]) <= max_pairs:
                seen.add(both)
                yield [(min(pair), max(pair)) for pair in product(*chosen)]


def _with(scored: ScoredPairs, groups: Iterator[list[Pair]], share: float, rng: np.random.Generator) -> ScoredPairs:
    """Scores are drawn from the stronger half of the true pairs; a pair that was listed has a new score."""
    n_asked = round(share * scored.is_true.sum())
    weight = dict(zip(zip(scored.u.tolist(), scored.v.tolist(), strict=True), scored.weight.tolist(), strict=True))
    true = scored.weight[scored.is_true]
    strong = true[true >= np.median(true)]
    n_added = 0
    for group in groups:
        if n_added >= n_asked:
            break
        weight |= dict(zip(group, rng.choice(strong, len(group)).tolist(), strict=True))
        n_added += len(group)
    pairs = np.array(list(weight))
    return scored_pairs(scored.n, pairs[:, 0], pairs[:, 1], np.array(list(weight.values())), scored.truth)
