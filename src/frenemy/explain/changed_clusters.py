"""Which clusters another clustering has, too."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.problem import Labels
from frenemy.problem.array_types import Bools, Ints


@dataclass(frozen=True, eq=False)
class ChangedClusters:
    """What differs between two clusterings of the same nodes.

    The nodes of all changed clusters are those of whole clusters, before and after.

    Attributes
    ----------
    before : (n_clusters,) int64
        The earlier label of each cluster that has the same nodes as before; -1 if it has changed.
    after : (n_before,) int64
        The label of each earlier cluster that has the same nodes now; -1 if it has changed.
    nodes : int32
        The nodes of changed clusters, sorted.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.explain.changed_clusters import ChangedClusters
    >>> changed = ChangedClusters.between(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 2]))
    >>> changed.before, changed.nodes
    (array([-1, -1,  2]), array([0, 1, 2], dtype=int32))
    """

    before: Ints
    after: Ints
    nodes: Labels

    @staticmethod
    def between(
        earlier: npt.NDArray[np.integer], labels: npt.NDArray[np.integer], touched: npt.ArrayLike = ()
    ) -> ChangedClusters:
        """From labels ``0..k-1`` before and after. The clusters of ``touched`` nodes count as changed."""
        sizes, earlier_sizes = np.bincount(labels), np.bincount(earlier)
        before = np.full(len(sizes), -1)
        before[labels] = earlier  # of any of its nodes
        is_changed = sizes != earlier_sizes[before]
        is_changed[labels[before[labels] != earlier]] = True
        is_changed[labels[np.asarray(touched, np.int64)]] = True
        before[is_changed] = -1
        after = np.full(len(earlier_sizes), -1)
        after[before[~is_changed]] = np.flatnonzero(~is_changed)
        return ChangedClusters(before, after, np.flatnonzero(is_changed[labels]).astype(np.int32))

    @property
    def is_changed(self) -> Bools:
        """(n_clusters,): which clusters have changed."""
        found: Bools = self.before < 0
        return found
