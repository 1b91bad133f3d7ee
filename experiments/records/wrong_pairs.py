"""Wrong pairs with high scores: what a shared address, a default value or a namesake does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from experiments.records.scored_pairs import ScoredPairs, scored_pairs

Pair = tuple[int, int]


def with_isolated(scored: ScoredPairs, share: float, seed: int) -> ScoredPairs:
    """So many wrong pairs, a share of the true listed ones, between records at random; two entities get one at most."""
    rng = np.random.default_rng([seed, 1])
    return _with(scored, _isolated(scored, rng), share, rng)


def with_groups(scored: ScoredPairs, share: float, seed: int, *, most_each: int | None = None) -> ScoredPairs:
    """Wrong pairs that agree with each other: all between two entities of at least 2 records.

    With ``most_each`` all between so many records of either, so that the rest of the entities speaks against them;
    without, nothing does, unless the two are told apart by other pairs.
    """
    rng = np.random.default_rng([seed, 2])
    return _with(scored, _groups(scored, rng, most_each, share), share, rng)


def _isolated(scored: ScoredPairs, rng: np.random.Generator) -> Iterator[list[Pair]]:
    seen = set()
    while True:
        one, other = sorted(rng.choice(scored.n, 2, replace=False).tolist())
        both = frozenset((scored.truth[one], scored.truth[other]))
        if len(both) == 2 and both not in seen:
            seen.add(both)
            yield [(one, other)]


def _groups(scored: ScoredPairs, rng: np.random.Generator, most_each: int | None, share: float) -> Iterator[list[Pair]]:
    """Two entities at a time, none twice; those too large for what is asked for are passed over."""
    n_asked = share * scored.is_true.sum()
    members = [np.flatnonzero(scored.truth == name) for name in np.unique(scored.truth)]
    members = [rng.permutation(own)[:most_each].tolist() for own in members if len(own) >= 2]
    members = [members[place] for place in rng.permutation(len(members))]
    waiting: list[int] | None = None
    for own in members:
        if waiting is None:
            waiting = own
        elif len(waiting) * len(own) <= max(0.25 * n_asked, 4):
            yield [(min(pair), max(pair)) for pair in product(waiting, own)]
            waiting = None
        elif len(own) < len(waiting):
            waiting = own


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
