"""Neighbors of a pair: third nodes that a confident pair links to one of its ends.

Whether they are linked to the other end as well shows, without labels, whether the pair is true.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.problem.array_types import Bools, Ints, Ints32

_NEIGHBORS_PER_BLOCK = 2**22  # some hundredths of a second
_TRIED_PER_BLOCK = 2**19  # some megabytes
_FIRST_TRIED = 4  # neighbors, before the number doubles
_MAX_PAIRS, _MAX_NEIGHBORS = 100_000, 4_000_000  # a larger sample does not change the estimates


@dataclass(frozen=True, eq=False)
class PairNeighbors:
    """Counts for some pairs. A common neighbor of both ends counts twice, once per end.

    Attributes
    ----------
    of_ends : (n_pairs, 2) int64
        Neighbors of each end.
    joined : (n_pairs,) int64
        Those that a confident pair links to the other end as well.
    listed : (n_pairs,) int64
        Those that are in a pair with the other end, whatever its weight.
    """

    of_ends: Ints
    joined: Ints
    listed: Ints

    @property
    def count(self) -> Ints:
        """Neighbors of either end."""
        both: Ints = self.of_ends.sum(axis=1)
        return both

    def listed_only(self) -> PairNeighbors:
        """The neighbors that are in a pair with the other end; half of them count as those of either end."""
        of_ends = np.stack((self.listed // 2, self.listed - self.listed // 2), axis=1)
        return PairNeighbors(of_ends, self.joined, self.listed)


def count_neighbors(
    u: Ints32,
    v: Ints32,
    is_confident: Bools,
    chosen: Ints,
    *,
    n_nodes: int,
) -> PairNeighbors:
    """Count the neighbors of some pairs.

    Parameters
    ----------
    u, v : (n_pairs,) int32
        All pairs, each once.
    is_confident : (n_pairs,) bool
        Which of them are confident: they link their ends.
    chosen : (n_chosen,) int64
        Positions of the pairs to count for.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.pair_neighbors import count_neighbors
    >>> u, v = np.array([0, 1, 0, 2], np.int32), np.array([1, 2, 2, 3], np.int32)  # a triangle and a tail
    >>> neighbors = count_neighbors(u, v, np.ones(4, bool), np.arange(4), n_nodes=4)
    >>> neighbors.count, neighbors.joined
    (array([2, 3, 3, 2]), array([2, 2, 2, 0]))
    """
    listed = pair_keys(u, v, n_nodes)
    confident = pair_keys(u[is_confident], v[is_confident], n_nodes)
    begin = first_keys(confident, n_nodes)
    degree = np.diff(begin)
    a, b = u[chosen].astype(np.int64), v[chosen].astype(np.int64)
    of_ends = np.stack((degree[a], degree[b]), axis=1) - is_confident[chosen, None]
    joined, seen = np.zeros(len(chosen), np.int64), np.zeros(len(chosen), np.int64)
    for end, other in ((a, b), (b, a)):
        total = np.cumsum(degree[end])
        first = 0
        while first < len(chosen):
            # At least one pair per block, even if its end has more neighbors.
            done = int(total[first - 1]) if first else 0
            last = max(first + 1, int(np.searchsorted(total, done + _NEIGHBORS_PER_BLOCK, side="right")))
            part = slice(first, last)
            sizes = degree[end[part]]
            pair = np.repeat(np.arange(first, last), sizes)
            at = np.arange(len(pair)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + np.repeat(begin[end[part]], sizes)
            wanted = other[pair] * n_nodes + confident[at] % n_nodes
            joined += np.bincount(pair[_holds(confident, wanted)], minlength=len(chosen))
            seen += np.bincount(pair[_holds(listed, wanted)], minlength=len(chosen))
            first = last
    return PairNeighbors(of_ends, joined, seen)


def open_pairs(u: Ints32, v: Ints32, *, n_nodes: int) -> Bools:
    """Whether no third node is in a pair with both ends, for each of some pairs.

    The neighbors of the end that has fewer are tried, some at a time: in large groups the first ones answer it.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.pair_neighbors import open_pairs
    >>> u, v = np.array([0, 1, 0, 2], np.int32), np.array([1, 2, 2, 3], np.int32)  # a triangle and a tail
    >>> open_pairs(u, v, n_nodes=4)
    array([False, False, False,  True])
    """
    keys = pair_keys(u, v, n_nodes)
    return open_among(keys, first_keys(keys, n_nodes), u, v)


def open_among(keys: Ints, begin: Ints, u: Ints32, v: Ints32) -> Bools:
    """The same for some of the pairs of :func:`pair_keys`; ``begin`` says where those of each node begin."""
    n_nodes = len(begin) - 1
    n_u, n_v = begin[u + 1] - begin[u], begin[v + 1] - begin[v]
    has_fewer = n_u <= n_v
    end, other = np.where(has_fewer, u, v).astype(np.int64), np.where(has_fewer, v, u).astype(np.int64)
    degree = np.minimum(n_u, n_v)
    is_open = np.ones(len(u), np.bool_)
    left, tried = np.arange(len(u)), 0
    while len(left):
        for block in np.array_split(left, 1 + len(left) * max(tried, 1) // _TRIED_PER_BLOCK):
            at = begin[end[block], None] + np.arange(tried, max(2 * tried, _FIRST_TRIED))
            third = keys[np.minimum(at, len(keys) - 1)] % n_nodes
            is_common = _holds(keys, other[block, None] * n_nodes + third) & (at < begin[end[block] + 1, None])
            is_open[block[is_common.any(axis=1)]] = False
        tried = max(2 * tried, _FIRST_TRIED)
        left = left[is_open[left] & (degree[left] > tried)]
    return is_open


def pair_keys(u: Ints32, v: Ints32, n_nodes: int) -> Ints:
    """Both directions of every pair as one number each, sorted."""
    a, b = u.astype(np.int64), v.astype(np.int64)
    return np.sort(np.concatenate((a * n_nodes + b, b * n_nodes + a)))


def first_keys(keys: Ints, n_nodes: int) -> Ints:
    """Where the keys of each node begin, and where they end."""
    first: Ints = np.searchsorted(keys, np.arange(n_nodes + 1, dtype=np.int64) * n_nodes)
    return first


def _holds(keys: Ints, wanted: Ints) -> Bools:
    if not len(keys):
        return np.zeros(len(wanted), bool)
    at = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    held: Bools = keys[at] == wanted
    return held


def sample_pairs(n_pairs: int, rng: np.random.Generator) -> Ints:
    """Positions of a random sample of the pairs, or of all if there are few."""
    if n_pairs <= _MAX_PAIRS:
        return np.arange(n_pairs, dtype=np.int64)
    return rng.choice(n_pairs, _MAX_PAIRS, replace=False).astype(np.int64)


def limit_neighbors(places: Ints, n_neighbors: Ints, rng: np.random.Generator) -> Ints:
    """A sorted subset whose pairs, at least one, do not have too many neighbors in total.

    Parameters
    ----------
    n_neighbors : (n_places,) int64
        The number of neighbors of each pair.
    """
    if n_neighbors.sum() > _MAX_NEIGHBORS:
        mixed = rng.permutation(len(places))
        total = np.cumsum(n_neighbors[mixed])
        places = places[mixed][: max(1, int(np.searchsorted(total, _MAX_NEIGHBORS)))]
    return np.sort(places)
