"""Attracting pairs inside a cluster that no third record supports."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frenemy.apps.records.review.doubt_rows import Edges
from frenemy.problem import Labels
from frenemy.problem.array_types import Floats, Ints

_MAX_NEIGHBORS = 1000  # of a supporting record: the cost of counting is quadratic in them


class Unsupported(NamedTuple):
    """Unsupported pairs, and the neighbors of their records in the same cluster.

    Attributes
    ----------
    u, v : (n_pairs,) int32
    weight : (n_pairs,) float64
    begin, neighbors : (n_nodes + 1,) int64, int32
        ``neighbors[begin[i]:begin[i + 1]]`` are the records of its cluster that record i attracts.
    """

    u: Labels
    v: Labels
    weight: Floats
    begin: Ints
    neighbors: Labels

    def sides(self, place: int) -> tuple[list[int], list[int]]:
        """The records of a pair, each followed by those that it attracts, without the other."""
        u, v = int(self.u[place]), int(self.v[place])
        return self._side(u, v), self._side(v, u)

    def n_sides(self) -> tuple[Ints, Ints]:
        """The sizes of both sides, for all pairs."""
        count = np.diff(self.begin)
        return count[self.u], count[self.v]

    def _side(self, node: int, other: int) -> list[int]:
        near = self.neighbors[self.begin[node] : self.begin[node + 1]]
        return [node, *near[near != other].tolist()]


def unsupported_pairs(edges: Edges, labels: Labels) -> Unsupported:
    """Pairs that attract inside a cluster, without a third record that attracts both.

    A wrong pair between two entities looks like this, and so does a right one if the pairs around it were not compared.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.records.review.doubt_rows import Edges
    >>> from frenemy.apps.records.review.unsupported_pairs import unsupported_pairs
    >>> edges = Edges(np.array([0, 0, 1, 2, 3]), np.array([1, 2, 2, 3, 4]), np.ones(5))
    >>> found = unsupported_pairs(edges, np.zeros(5, np.int32))
    >>> found.u.tolist(), found.v.tolist(), found.sides(0)
    ([2, 3], [3, 4], ([2, 0, 1], [3, 4]))
    """
    from scipy.sparse import csr_array

    inside = np.flatnonzero((labels[edges.u] == labels[edges.v]) & (edges.weight > 0))
    u, v = edges.u[inside], edges.v[inside]
    n = len(labels)
    ends = np.concatenate((u, v)), np.concatenate((v, u))
    attracts = csr_array((np.ones(2 * len(u), np.int32), ends), shape=(n, n))
    attracts.sort_indices()
    few = np.diff(attracts.indptr) <= _MAX_NEIGHBORS
    support = attracts.multiply(few[None, :]).tocsr()
    shared = np.asarray((support @ attracts)[u, v]).reshape(-1) if len(u) else np.empty(0)
    alone = np.flatnonzero(shared == 0)
    return Unsupported(
        u[alone],
        v[alone],
        edges.weight[inside[alone]],
        attracts.indptr.astype(np.int64),
        attracts.indices.astype(np.int32),
    )
