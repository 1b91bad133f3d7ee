"""Ball growing: round edge lengths to clusters."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats
from frenemy.problem.distinct import distinct

_MAX_RADIUS = 0.5
_MIN_LENGTH = 1e-12  # scipy drops pairs of length 0


def grown_balls(
    problem: Problem,
    lengths: Floats,
    order: npt.NDArray[np.integer],
    is_stopped: Callable[[], bool] = lambda: False,
) -> Labels:
    """Grow a ball around each node in this order, make it a cluster, and remove its nodes.

    ``lengths`` has one length per listed pair; only attracting pairs count. The radius is below 1/2, so that no ball
    contains two nodes at distance 1. ``is_stopped`` is checked before each ball; once it is true, the remaining nodes
    become singletons.
    """
    from scipy.sparse.csgraph import dijkstra

    n = problem.n_nodes
    u, v, w = problem.edges()
    attracts = w > 0
    u, v, w, lengths = u[attracts], v[attracts], w[attracts], np.maximum(lengths[attracts], _MIN_LENGTH)
    min_volume = float(w @ lengths) / max(n, 1)
    pairs = _Pairs(n, u, v, lengths)
    labels = np.full(n, -1, np.int32)
    for center in order:
        if labels[center] >= 0:
            continue
        if is_stopped():
            break
        distance = dijkstra(pairs.graph, indices=center, limit=_MAX_RADIUS)
        at = pairs.remaining_at(np.flatnonzero(np.isfinite(distance)))
        near, far = np.sort(np.stack((distance[u[at]], distance[v[at]])), axis=0)
        radius = _best_radius(np.unique(distance[distance < _MAX_RADIUS]), near, far, w[at], lengths[at], min_volume)
        ball = np.flatnonzero(distance <= radius)
        labels[ball] = center
        pairs.remove(ball)
    return _core.contiguous(np.where(labels >= 0, labels, np.arange(n, dtype=np.int32)))


class _Pairs:
    """Pairs indexed by node, so that a ball only visits its own pairs; removed pairs get infinite length."""

    def __init__(self, n: int, u: npt.NDArray[np.integer], v: npt.NDArray[np.integer], lengths: Floats) -> None:
        from scipy.sparse import csr_array

        numbers = np.arange(len(u))
        self._numbers = csr_array(
            (np.concatenate((numbers, numbers)), (np.concatenate((u, v)), np.concatenate((v, u)))), shape=(n, n)
        )
        self._places = np.argsort(self._numbers.data, kind="stable").reshape(-1, 2)
        self._is_remaining = np.ones(len(u), bool)
        self.graph = csr_array(
            (lengths[self._numbers.data], self._numbers.indices, self._numbers.indptr), shape=self._numbers.shape
        )

    def remaining_at(self, nodes: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Indices of the remaining pairs with at least one of these nodes."""
        found = distinct(self._numbers[nodes].data)
        return np.asarray(found[self._is_remaining[found]])

    def remove(self, nodes: npt.NDArray[np.intp]) -> None:
        found = self._numbers[nodes].data
        self._is_remaining[found] = False
        self.graph.data[self._places[found]] = np.inf


def _best_radius(radii: Floats, near: Floats, far: Floats, w: Floats, lengths: Floats, min_volume: float) -> float:
    """The radius with the smallest ratio of cut to volume: weight times length inside the ball, parts of pairs too."""
    of_near, of_far = _Within(near, radii), _Within(far, radii)
    cut = of_near.sums(w) - of_far.sums(w)
    of_cut = radii * cut - (of_near.sums(w * near) - of_far.sums(w * near))
    volume = min_volume + of_far.sums(w * lengths) + of_cut
    return float(radii[np.argmin(np.where(cut > 0.0, cut / np.maximum(volume, 1e-300), 0.0))])


class _Within:
    """For each radius, sums over the pairs within it."""

    def __init__(self, distances: Floats, radii: Floats) -> None:
        self._order = np.argsort(distances, kind="stable")
        self._counts = np.searchsorted(distances[self._order], radii, side="right")

    def sums(self, values: Floats) -> Floats:
        return np.asarray(np.concatenate(([0.0], np.cumsum(values[self._order])))[self._counts])
