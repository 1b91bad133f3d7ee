"""Random pairs, spread evenly: every row gets the same number of partners in its group."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.affinity.neighbors.block_search import Indices


class SampledPairs(NamedTuple):
    """Pairs that stand for all pairs of their group.

    Attributes
    ----------
    u, v : (n_pairs,) int32
        Each pair once, ``u < v``, in no order.
    scale : (n_pairs,) float64
        For how many pairs each stands: one over the probability that it was drawn. A sum over the drawn pairs with this
        factor is on average the sum over all pairs of the groups.
    """

    u: Indices
    v: Indices
    scale: npt.NDArray[np.float64]

    def where(self, kept: npt.NDArray[np.bool_]) -> SampledPairs:
        return SampledPairs(self.u[kept], self.v[kept], self.scale[kept])

    def joined(self, other: SampledPairs) -> SampledPairs:
        return SampledPairs(
            np.concatenate((self.u, other.u)),
            np.concatenate((self.v, other.v)),
            np.concatenate((self.scale, other.scale)),
        )


def group_pairs(groups: npt.NDArray[np.integer], /, *, n_partners: int, seed: int = 0) -> SampledPairs:
    """Random pairs inside groups: each row gets ``n_partners`` of its group, or all if there are no more.

    The rows of a group sit around a table in random order, and each is paired with those to its right who are as many
    seats away as was drawn for this table. So no pair comes twice, every row is in equally many, and each pair of a
    group of ``c`` is drawn with the probability ``n_partners / (c - 1)``.

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
    >>> len(pairs.u), sorted(set(pairs.scale.tolist()))  # six around a table, and two
    (7, [1.0, 2.5])
    """
    group = np.asarray(groups)
    n, reach = len(group), (n_partners + 1) // 2
    rng = np.random.default_rng(seed)
    order = np.lexsort((rng.random(n), group))
    _, begin, count = np.unique(group[order], return_index=True, return_counts=True)
    table = np.repeat(np.arange(len(count)), count)  # at each seat
    begin, seat, size = begin[table], np.arange(n) - begin[table], count[table]
    half = np.maximum((count - 1) // 2, reach)  # steps that lead to different pairs
    u, v, scale = [], [], []
    for share in range(reach):
        # Not the next few seats: tables would fall into arcs that hardly any pair connects, which pass for clusters.
        first, end = half * share // reach, half * (share + 1) // reach
        step = (1 + first + (rng.random(len(count)) * (end - first)).astype(np.int64))[table]
        # Half way around a table of an even number, both ends would name the pair.
        paired = np.flatnonzero((2 * step < size) | ((2 * step == size) & (seat < step)))
        u.append(order[paired])
        v.append(order[begin[paired] + (seat[paired] + step[paired]) % size[paired]])
        scale.append(np.maximum(1.0, (size[paired] - 1) / (2.0 * reach)))
    a = np.concatenate(u) if u else np.empty(0, np.int64)
    b = np.concatenate(v) if v else np.empty(0, np.int64)
    drawn = np.concatenate(scale) if scale else np.empty(0)
    return SampledPairs(np.minimum(a, b).astype(np.int32), np.maximum(a, b).astype(np.int32), drawn)
