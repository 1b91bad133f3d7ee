"""Pairs of people who may be one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from frenemy.apps.faces.questions.contrast import Groups, chance, contrast, grouped
from frenemy.apps.faces.questions.placed_faces import PlacedFaces
from frenemy.explain.joining_cost import may_join
from frenemy.problem import Labels
from frenemy.problem.array_types import Ints

#: Two people may be one if their contrast is below this, plus that much of chance.
JOIN_BELOW, JOIN_CHANCE = 1.0, 0.3
_MAX_ALL_PAIRS = 2_000  # people, up to which all pairs of them are compared; of more, those with listed pairs
_BLOCK = 2**22  # numbers per block


class Join(NamedTuple):
    """Two people, the larger one first, and how far their contrast is below the limit."""

    first: int
    second: int
    excess: float


def possible_joins(placed: PlacedFaces, photo: Labels) -> list[Join]:
    """Pairs of people who may be one, each with the most similar one of either; ``photo`` is of each node.

    People who are in a photo together are two.
    """
    if len(placed.members) < 2:
        return []
    groups = grouped(placed.points, placed.person)
    found = [join for first, second in _pairs(placed) for join in _close(placed, groups, first, second)]
    best: dict[int, Join] = {}
    for join in sorted(found, key=lambda one: -one.excess):
        if not {join.first, join.second} <= best.keys() and _is_open(placed, photo, join):
            best.setdefault(join.first, join)
            best.setdefault(join.second, join)
    return list(dict.fromkeys(best.values()))


def _pairs(placed: PlacedFaces) -> Iterator[tuple[Ints, Ints]]:
    """Pairs of people to compare, block by block."""
    n = len(placed.members)
    step = max(1, _BLOCK // placed.points.shape[1])
    if n <= _MAX_ALL_PAIRS:
        ends = np.stack(np.triu_indices(n, 1), axis=1)
    else:
        u, v, _ = placed.problem.edges()
        both = np.sort(np.stack((placed.person[u], placed.person[v]), axis=1), axis=1)
        ends = np.unique(both[both[:, 0] != both[:, 1]], axis=0)
    first, second = ends.astype(np.int64).T
    for begin in range(0, len(first), step):
        yield first[begin : begin + step], second[begin : begin + step]


def _close(placed: PlacedFaces, groups: Groups, first: Ints, second: Ints) -> list[Join]:
    found = contrast(groups[first], groups[second], apart=placed.apart, spread=placed.spread)
    excess = JOIN_BELOW + JOIN_CHANCE * chance(groups.size[first], groups.size[second]) - found
    return [Join(int(first[at]), int(second[at]), float(excess[at])) for at in np.flatnonzero(excess > 0.0)]


def _is_open(placed: PlacedFaces, photo: Labels, join: Join) -> bool:
    """Whether neither corrections nor photos say that they are two."""
    one, other = placed.members[join.first], placed.members[join.second]
    if len(np.intersect1d(photo[one], photo[other])):
        return False
    return may_join(placed.problem, one.astype(np.int32), other.astype(np.int32))
