"""Random pairs with equal degrees: every row gets the same number of partners in its group."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Floats, Ints32
from frenemy.problem.checked_arrays import unmasked


class SampledPairs(NamedTuple):
    """Pairs that represent all pairs of their group.

    Attributes
    ----------
    u, v : (n_pairs,) int32
        Each pair once, ``u < v``, unordered.
    scale : (n_pairs,) float64
        The number of pairs that each represents: the inverse of its sampling probability. The sum over the sampled
        pairs, scaled by it, is in expectation the sum over all pairs of the groups.
    """

    u: Ints32
    v: Ints32
    scale: Floats

    def where(self, kept: Bools) -> SampledPairs:
        return SampledPairs(self.u[kept], self.v[kept], self.scale[kept])

    def joined(self, other: SampledPairs) -> SampledPairs:
        return SampledPairs(
            np.concatenate((self.u, other.u)),
            np.concatenate((self.v, other.v)),
            np.concatenate((self.scale, other.scale)),
        )


def group_pairs(groups: npt.NDArray[np.integer], /, *, n_partners: int, seed: int = 0) -> SampledPairs:
    """Random pairs inside groups: each row gets ``n_partners`` partners of its group, or all if there are fewer.

    Each group is sampled as a random circulant graph: its rows are placed on a circle in random order, and each row is
    paired with the rows at a few randomly drawn distances along the circle. So no pair is drawn twice, all rows of a
    group have the same number of partners, and each pair of a group of ``c`` rows is drawn with probability
    ``n_partners / (c - 1)``.

    Parameters
    ----------
    groups : (n,) int
        The group of every row.
    n_partners : int
        Rounded up to an even number.

    Examples
    --------
    >>> from frenemy.affinity.neighbors import group_pairs
    >>> pairs = group_pairs([0, 0, 0, 1, 1, 0, 0, 0], n_partners=2)
    >>> len(pairs.u), sorted(set(pairs.scale.tolist()))  # a group of six, and one of two
    (7, [1.0, 2.5])
    """
    group = unmasked(groups, "groups")
    n, reach = len(group), (n_partners + 1) // 2
    rng = np.random.default_rng(seed)
    order = np.lexsort((rng.random(n), group))
    _, begin, count = np.unique(group[order], return_index=True, return_counts=True)
    circle = np.repeat(np.arange(len(count)), count)  # of each position
    begin, position, size = begin[circle], np.arange(n) - begin[circle], count[circle]
    half = np.maximum((count - 1) // 2, reach)  # steps that lead to different pairs
    u, v, scale = [], [], []
    for share in range(reach):
        # Adjacent positions only would leave arcs that hardly any pair connects and that look like clusters.
        first, end = half * share // reach, half * (share + 1) // reach
        step = (1 + first + (rng.random(len(count)) * (end - first)).astype(np.int64))[circle]
        # Opposite positions on a circle of even size would give the same pair twice.
        paired = np.flatnonzero((2 * step < size) | ((2 * step == size) & (position < step)))
        u.append(order[paired])
        v.append(order[begin[paired] + (position[paired] + step[paired]) % size[paired]])
        scale.append(np.maximum(1.0, (size[paired] - 1) / (2.0 * reach)))
    a = np.concatenate(u) if u else np.empty(0, np.int64)
    b = np.concatenate(v) if v else np.empty(0, np.int64)
    drawn = np.concatenate(scale) if scale else np.empty(0)
    return SampledPairs(np.minimum(a, b).astype(np.int32), np.maximum(a, b).astype(np.int32), drawn)
