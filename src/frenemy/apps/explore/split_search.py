"""The cheapest splits of groups, found little by little: the loosest groups first."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from frenemy.apps.explore.clustering import Clustering
from frenemy.apps.explore.group_view import MAX_TO_SPLIT
from frenemy.apps.records.review.possible_splits import Cuts, add_cuts, cuts_of_twos, loosest_first
from frenemy.problem.array_types import Bools

_AT_ONCE = 500  # things of the groups that are split together; more if there are very many things


@dataclass(frozen=True, eq=False)
class SplitSearch:
    """What is known about the splits of a clustering.

    Attributes
    ----------
    clustering : Clustering
    cuts : Cuts
        The splits that are known.
    is_known : (n_groups,) bool
        Which groups were looked at.
    """

    clustering: Clustering
    cuts: Cuts = field(repr=False)
    is_known: Bools = field(repr=False)

    @staticmethod
    def begin(clustering: Clustering, before: SplitSearch | None = None) -> SplitSearch:
        """With the groups of two, and what is known from a search before a change of other groups."""
        cuts = cuts_of_twos(clustering.explanation)
        is_known = (clustering.sizes <= 2) | (clustering.sizes > MAX_TO_SPLIT)
        if before is not None:
            _carry_over(before, clustering, cuts, is_known)
        return SplitSearch(clustering, cuts, is_known)

    @property
    def is_done(self) -> bool:
        return bool(self.is_known.all())

    def more(self, seconds: float) -> SplitSearch:
        """After some more work; at least one group is looked at."""
        end = time.monotonic() + seconds
        explanation = self.clustering.explanation
        left = loosest_first(explanation)
        left = left[~self.is_known[left]]
        cuts = Cuts(self.cuts.is_in_side.copy(), self.cuts.costs.copy(), self.cuts.n_not_cut)
        is_known = self.is_known.copy()
        at_once = max(_AT_ONCE, len(self.clustering.labels) // 1000)  # each part reads all labels
        parts = np.cumsum(self.clustering.sizes[left]) // at_once
        for part in np.split(left, np.flatnonzero(np.diff(parts)) + 1):
            if len(part):
                add_cuts(explanation, part, cuts)
                is_known[part] = True
            if time.monotonic() >= end:
                break
        n_not_cut = int((~is_known).sum())
        return SplitSearch(self.clustering, cuts._replace(n_not_cut=n_not_cut), is_known)


def _carry_over(before: SplitSearch, clustering: Clustering, cuts: Cuts, is_known: Bools) -> None:
    """Copy what is known about the groups that have not changed."""
    old = before.clustering
    _, now, then = np.intersect1d(clustering.ids, old.ids, assume_unique=True, return_indices=True)
    is_moved = clustering.group_of != old.group_of
    is_touched = np.zeros(clustering.n_groups, bool)
    is_touched[clustering.labels[is_moved]] = True
    is_same = ~is_touched[now] & (clustering.sizes[now] == old.sizes[then]) & before.is_known[then]
    now, then = now[is_same], then[is_same]
    several = clustering.sizes[now] > 2
    now, then = now[several], then[several]
    cuts.costs[now] = before.cuts.costs[then]
    is_known[now] = True
    is_kept = np.zeros(clustering.n_groups, bool)
    is_kept[now] = True
    nodes = np.flatnonzero(is_kept[clustering.labels])
    cuts.is_in_side[nodes] = before.cuts.is_in_side[nodes]
