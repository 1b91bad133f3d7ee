"""Pairs drawn inside groups of rows that may belong together, which are found on the way.

The pairs that decide a clustering are those inside its clusters and those between clusters that nearly belong together.
Which these are is known only when the clustering is. So groups are solved for and drawn in, again and again: whenever
rows come together of which too few pairs were weighed, more are.

What stays true: a pair that was ever in a group with its other end is represented by the draw of the last such group,
and by nothing else. A drawn pair stands for one over its probability many, so that sums over drawn pairs are on average
those over all pairs of the groups.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.neighbors import Neighbors, SampledPairs, group_pairs, near_pairs, nearest
from frenemy.affinity.neighbors.block_search import Indices
from frenemy.problem import Labels, Problem

Weigh = Callable[[Indices, Indices], npt.NDArray[np.float64]]
_Groups = npt.NDArray[np.int64]

_STILL = 0.75  # share of its rows that a group must have kept, if what was drawn in it is to be dense enough
_NEAR_GROUPS = 8  # groups around each that may belong to it without a near pair
_LOOKS = 16  # pairs that are weighed to see whether two groups do


@dataclass(frozen=True, eq=False)
class DrawnPairs:
    """What was drawn, and where.

    Attributes
    ----------
    pairs : SampledPairs
    weights : (n_pairs,) float64
        What each weighs by itself.
    group, size : (n,) int64
        The group that each row was last drawn in, and how large that was.
    """

    pairs: SampledPairs
    weights: npt.NDArray[np.float64]
    group: _Groups
    size: _Groups

    @classmethod
    def none(cls, n: int) -> DrawnPairs:
        nothing = SampledPairs(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))
        return cls(nothing, np.empty(0), -1 - np.arange(n), np.ones(n, np.int64))

    def drawn_in(
        self,
        labels: Labels,
        is_wanted: npt.NDArray[np.bool_],
        near: Neighbors,
        weigh: Weigh,
        *,
        n_partners: int,
        seed: int,
    ) -> DrawnPairs:
        """Pairs drawn anew in those clusters of ``labels`` whose rows are wanted, in place of what was drawn there."""
        rows = np.flatnonzero(is_wanted).astype(np.int32)
        drawn = group_pairs(labels[rows], n_partners=n_partners, seed=seed)
        drawn = SampledPairs(rows[drawn.u], rows[drawn.v], drawn.scale)
        drawn = drawn.where(~near.holds(drawn.u, drawn.v))
        kept = ~together(labels, is_wanted, self.pairs)
        group, size = self.group.copy(), self.size.copy()
        group[rows] = labels[rows] + (int(group.max(initial=-1)) + 1)
        size[rows] = np.bincount(labels)[labels[rows]]
        weights = np.concatenate((self.weights[kept], weigh(drawn.u, drawn.v)))
        return DrawnPairs(self.pairs.where(kept).joined(drawn), weights, group, size)

    def too_thin(self, labels: Labels, *, n_partners: int) -> npt.NDArray[np.bool_]:
        """Which rows are in clusters that too few pairs were drawn in: new ones, and small parts of a group."""
        count = np.bincount(labels)
        group, size = np.empty(len(count), np.int64), np.empty(len(count), np.int64)
        group[labels], size[labels] = self.group, self.size
        is_mixed = np.bincount(labels, weights=self.group != group[labels]) > 0
        is_listed = size <= n_partners + 1  # all pairs of the group are
        is_drawn = ~is_mixed & (is_listed | (count >= _STILL * size))
        thin: npt.NDArray[np.bool_] = (~is_drawn & (count > 1))[labels]
        return thin


def together(labels: Labels, is_wanted: npt.NDArray[np.bool_], pairs: SampledPairs) -> npt.NDArray[np.bool_]:
    """Which pairs have both ends in one cluster that is wanted."""
    same: npt.NDArray[np.bool_] = (labels[pairs.u] == labels[pairs.v]) & is_wanted[pairs.u]
    return same


def joined_groups(
    labels: Labels, points: npt.NDArray[np.float32], weigh: Weigh, *, n_neighbors: int, seed: int
) -> Labels:
    """The clusters, joined where some pairs of two of them say so though no near pair does.

    In a cluster of more rows than each has neighbours, all neighbours of all rows can be inside: whether the next
    cluster is a second half of the same, nobody has looked.
    """
    count = np.bincount(labels)
    large = np.flatnonzero(count > n_neighbors)
    if len(large) < 2:
        return labels
    order = np.argsort(labels, kind="stable").astype(np.int32)
    begin = np.cumsum(count) - count
    means = np.stack([points[order[begin[one] : begin[one] + count[one]]].mean(axis=0) for one in large])
    a, b = near_pairs(nearest(means, n_neighbors=_NEAR_GROUPS, seed=seed))
    rng = np.random.default_rng(seed)

    def some(groups: _Groups) -> Indices:
        ends = np.repeat(groups, _LOOKS)
        drawn: Indices = order[begin[ends] + (rng.random(len(ends)) * count[ends]).astype(np.int64)]
        return drawn

    attract = weigh(some(large[a]), some(large[b])).reshape(-1, _LOOKS).mean(axis=1) > 0.0
    links = Problem.from_edges(
        large[a[attract]], large[b[attract]], np.ones(np.count_nonzero(attract)), n_nodes=len(count)
    )
    joined: Labels = links.connected_parts(np.zeros(len(count), np.int32))[labels]
    return joined
