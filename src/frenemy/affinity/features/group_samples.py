"""Pairs sampled inside groups of rows that may belong together.

The pairs inside clusters, and between clusters that nearly belong together, decide a clustering. Which pairs these are
is known only with the clustering. So clustering and sampling alternate: a group with too few weighed pairs gets more.

Invariant: a pair whose ends were ever in one group is represented by the sample of the last such group, and by nothing
else. A sampled pair represents ``1 / probability`` pairs, so that sums over sampled pairs are, in expectation, sums
over all pairs of the groups.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frenemy.affinity.neighbors import Neighbors, SampledPairs, group_pairs, near_pairs, nearest
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Floats32, Ints, Ints32

Weigh = Callable[[Ints32, Ints32], Floats]

_STILL = 0.75  # share of its rows that a group must keep for its old sample to be dense enough
_NEAR_GROUPS = 8  # nearest groups that may belong to a group without a near pair
_TESTED_PAIRS = 16  # weighed to see whether two groups belong together


@dataclass(frozen=True, eq=False)
class GroupSamples:
    """Sampled pairs, and the groups they come from.

    Attributes
    ----------
    pairs : SampledPairs
    weights : (n_pairs,) float64
        The weight of each pair, unscaled.
    group, size : (n,) int64
        The group in which each row was last sampled, and its size.
    """

    pairs: SampledPairs
    weights: Floats
    group: Ints
    size: Ints

    @classmethod
    def none(cls, n: int) -> GroupSamples:
        nothing = SampledPairs(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0))
        return cls(nothing, np.empty(0), -1 - np.arange(n), np.ones(n, np.int64))

    def resampled(
        self,
        labels: Labels,
        is_wanted: Bools,
        near: Neighbors,
        weigh: Weigh,
        *,
        n_partners: int,
        seed: int,
    ) -> GroupSamples:
        """With a new sample in the wanted clusters of ``labels``, in place of the old one there."""
        rows = np.flatnonzero(is_wanted).astype(np.int32)
        found = group_pairs(labels[rows], n_partners=n_partners, seed=seed)
        new = SampledPairs(rows[found.u], rows[found.v], found.scale)
        new = new.where(~near.holds(new.u, new.v))
        kept = ~is_within_groups(self.pairs, labels, is_wanted)
        group, size = self.group.copy(), self.size.copy()
        group[rows] = labels[rows] + (int(group.max(initial=-1)) + 1)
        size[rows] = np.bincount(labels)[labels[rows]]
        weights = np.concatenate((self.weights[kept], weigh(new.u, new.v)))
        return GroupSamples(self.pairs.where(kept).joined(new), weights, group, size)

    def is_undersampled(self, labels: Labels, *, n_partners: int) -> Bools:
        """Which rows are in clusters with too few sampled pairs: new clusters, and small remainders of a group."""
        count = np.bincount(labels)
        group, size = np.empty(len(count), np.int64), np.empty(len(count), np.int64)
        group[labels], size[labels] = self.group, self.size
        is_mixed = np.bincount(labels, weights=self.group != group[labels]) > 0
        is_listed = size <= n_partners + 1  # with all pairs of the group
        is_sampled = ~is_mixed & (is_listed | (count >= _STILL * size))
        found: Bools = (~is_sampled & (count > 1))[labels]
        return found


def is_within_groups(pairs: SampledPairs, labels: Labels, is_wanted: Bools) -> Bools:
    """Which pairs have both ends in one wanted cluster."""
    same: Bools = (labels[pairs.u] == labels[pairs.v]) & is_wanted[pairs.u]
    return same


def merge_attracting_groups(labels: Labels, points: Floats32, weigh: Weigh, *, n_neighbors: int, seed: int) -> Labels:
    """Merge clusters that attract each other in a few tested pairs, though no near pair connects them.

    In a cluster with more rows than neighbors per row, all neighbors can lie inside, so that near pairs do not show
    whether the next cluster is its other half.
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

    def random_rows(groups: Ints) -> Ints32:
        group = np.repeat(groups, _TESTED_PAIRS)
        rows: Ints32 = order[begin[group] + (rng.random(len(group)) * count[group]).astype(np.int64)]
        return rows

    attract = weigh(random_rows(large[a]), random_rows(large[b])).reshape(-1, _TESTED_PAIRS).mean(axis=1) > 0.0
    links = Problem.from_edges(
        large[a[attract]], large[b[attract]], np.ones(np.count_nonzero(attract)), n_nodes=len(count)
    )
    joined: Labels = links.connected_parts(np.zeros(len(count), np.int32))[labels]
    return joined
