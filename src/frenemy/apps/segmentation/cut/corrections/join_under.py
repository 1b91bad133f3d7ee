"""Joins make one region of what lies under them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from frenemy.apps.segmentation.cut.corrections.minimum_cut import RegionCuts
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.problem.array_types import Bools, Ints, Ints32

_MIN_PIXELS = 3  # under a join: a shorter run of a region is a line drawn a little too far
_SMALL = 0.05  # share of the picture: smaller regions are merged as a whole, however doubtful that is
_DEEP = 0.25  # of the square root of a region's area: a join that runs this far into it means all of it
_LARGE = 0.2  # share of the picture: larger regions are not merged as a whole just because they are flat
_FLAT = -4.5  # mean log-odds of an edge: a region that would be cut along less than this is not cut
_MAX_DOUBT = -0.25  # up to this, larger regions are merged as a whole, too
_PER_JOIN = 0.5  # less doubt for each further join between the same regions: who says it twice means it
_PER_DRAWN = 0.02  # more doubt for each pixel of a stroke between them
_ROUNDS = 8  # at most so many passes over all joins
_INSISTING = 3  # joins across one border, of which it does not look as if it were none
_RADIUS = 24.0  # pixels from the join: how far the part of a region reaches that changes sides


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two regions that follow each other under a join.

    Attributes
    ----------
    one, other : int32
        The superpixels of each under the join, one per pixel.
    doubt : float
        That they are one object, from how they look.
    n_joins : int
        Between the same regions.
    """

    one: Ints32
    other: Ints32
    doubt: float
    n_joins: int

    @property
    def depth(self) -> int:
        """How far the join runs into both regions, in pixels."""
        return min(len(self.one), len(self.other))

    @property
    def order(self) -> tuple[float, bytes, bytes]:
        """Sorts pairs in a way that does not depend on the order of the joins."""
        return self.doubt, self.one.tobytes(), self.other.tobytes()


def join_under(pieces: Pieces, region: Ints, lines: Sequence[Ints32]) -> Ints:
    """The region of each superpixel after all joins, whose order does not matter.

    Two regions become one if one of them is small, if they look alike and the edge between them is weak, if the join
    runs deep into both, or if there is no edge along which one could be cut. Else the join speaks of the place where it
    was drawn: the part of the smaller region there goes to the larger one. A join across the border that this makes
    says that it was not enough: then what looks like the other region there changes sides, from either of them. If
    several joins still cross one border, and no stroke runs along it, it goes.

    Parameters
    ----------
    pieces : Pieces
    region : (n,) int
    lines : sequence of (n_pixels,) int32
        The superpixels under each join, from its start to its end.
    """
    after = region.copy()
    for k in range(_ROUNDS):
        before = after.copy()
        for pair in sorted(_pairs(pieces, after, lines), key=lambda pair: pair.order):
            if after[pair.one[0]] != after[pair.other[0]]:
                _join(pieces, after, pair, is_again=k > 0)
        if np.array_equal(after, before):
            break
    for pair in _pairs(pieces, after, lines):
        one, other = (after == after[under[0]] for under in (pair.one, pair.other))
        if pair.n_joins >= _INSISTING and not _drawn_between(pieces, one, other):
            after[other] = after[pair.one[0]]
    return after


def _join(pieces: Pieces, after: Ints, pair: _Pair, *, is_again: bool) -> None:
    """Change the regions of superpixels, ``after``, so that a join between two of them holds."""
    one, other = after == after[pair.one[0]], after == after[pair.other[0]]
    of_one, of_other = pair.one, pair.other
    if pieces.area[one].sum() < pieces.area[other].sum():
        one, other, of_one, of_other = other, one, of_other, of_one
    part = _changing(pieces, other, of_other, pair)
    if not is_again or _is_like(pieces, part, one, other):
        after[part] = after[of_one[0]]
        return
    part = _around(pieces, one, of_one)
    if _is_like(pieces, part, other, one):
        after[part] = after[of_other[0]]


def _is_like(pieces: Pieces, part: Bools, one: Bools, own: Bools) -> bool:
    """Whether a part of a region looks more like another one than like the rest of its own."""
    rest = own & ~part
    return not rest.any() or pieces.contrast(part, one) <= pieces.contrast(part, rest)


def _changing(pieces: Pieces, smaller: Bools, under: Ints32, pair: _Pair) -> Bools:
    """The superpixels of the smaller of two regions that go to the other one."""
    area = pieces.area[smaller].sum()
    share = area / pieces.labels.size
    if pair.doubt < _MAX_DOUBT or share < _SMALL or pair.depth >= _DEEP * np.sqrt(area):
        return smaller
    part = _around(pieces, smaller, under)
    cut = pieces.between(part, smaller & ~part)
    return smaller if share < _LARGE and pieces.mean_strength(cut) < _FLAT else part


def _pairs(pieces: Pieces, region: Ints, lines: Sequence[Ints32]) -> list[_Pair]:
    found = []
    for line in lines:
        under = region[line]
        pairs = {(min(pair), max(pair)) for pair in pairwise(_runs(under)) if pair[0] != pair[1]}
        found += [(first, second, line[under == first], line[under == second]) for first, second in sorted(pairs)]
    n_joins = Counter((first, second) for first, second, _, _ in found)
    doubt = {
        (first, second): _doubt(pieces, region == first, region == second) - _PER_JOIN * (n - 1)
        for (first, second), n in n_joins.items()
    }
    return [_Pair(one, other, doubt[first, second], n_joins[first, second]) for first, second, one, other in found]


def _runs(regions: Ints) -> list[int]:
    """The regions along a line, without short runs."""
    starts = np.concatenate(([0], np.flatnonzero(regions[1:] != regions[:-1]) + 1))
    lengths = np.diff(starts, append=len(regions))
    kept = regions[starts[lengths >= min(_MIN_PIXELS, len(regions) // 3)]]
    return [int(one) for one in kept]


def _doubt(pieces: Pieces, one: Bools, other: Bools) -> float:
    """That two regions are one object: strokes between them, a strong edge, different colors."""
    strength = pieces.mean_strength(pieces.between(one, other))
    return strength + pieces.contrast(one, other) + _PER_DRAWN * _drawn_between(pieces, one, other)


def _drawn_between(pieces: Pieces, one: Bools, other: Bools) -> float:
    """The length of the border between two regions that is under strokes."""
    return float(pieces.length[pieces.between(one, other) & pieces.is_drawn].sum())


def _around(pieces: Pieces, region: Bools, under: Ints32) -> Bools:
    """The part of a region around the end of a join, cut along edges."""
    seeds = np.zeros(pieces.n, bool)
    seeds[under] = True
    seeds &= region
    return RegionCuts.of(pieces, region).cheapest_near(seeds, ~seeds & ~region, pieces.center[under], _RADIUS)
