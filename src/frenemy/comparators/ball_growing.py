"""Clusters as balls, where attracting pairs have lengths."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.distinct import distinct
from frenemy.problem import Labels, Problem

_Floats = npt.NDArray[np.float64]

_LONGEST = 0.5
_SHORTEST = 1e-12  # a length of 0 would be no pair to scipy


def grown_balls(
    problem: Problem,
    lengths: _Floats,
    order: npt.NDArray[np.integer],
    is_stopped: Callable[[], bool] = lambda: False,
) -> Labels:
    """Balls around one node after the other, in this order, each taken out with the nodes that it holds.

    ``lengths`` is one for each listed pair, of which those that attract count. The radius is below 1/2, so that no ball
    holds two nodes that are 1 apart. If it ``is_stopped``, which is asked before each ball, the nodes that are left are
    alone.
    """
    from scipy.sparse.csgraph import dijkstra

    n = problem.n_nodes
    u, v, w = problem.edges()
    attracts = w > 0
    u, v, w, lengths = u[attracts], v[attracts], w[attracts], np.maximum(lengths[attracts], _SHORTEST)
    least_volume = float(w @ lengths) / max(n, 1)
    pairs = _Pairs(n, u, v, lengths)
    labels = np.full(n, -1, np.int32)
    for center in order:
        if labels[center] >= 0:
            continue
        if is_stopped():
            break
        distance = dijkstra(pairs.graph, indices=center, limit=_LONGEST)
        at = pairs.left_at(np.flatnonzero(np.isfinite(distance)))
        near, far = np.sort(np.stack((distance[u[at]], distance[v[at]])), axis=0)
        radius = _best_radius(np.unique(distance[distance < _LONGEST]), near, far, w[at], lengths[at], least_volume)
        ball = np.flatnonzero(distance <= radius)
        labels[ball] = center
        pairs.take_out(ball)
    return _core.contiguous(np.where(labels >= 0, labels, np.arange(n, dtype=np.int32)))


class _Pairs:
    """Pairs by their nodes, so that a ball takes time for its own: those taken out become infinitely long."""

    def __init__(self, n: int, u: npt.NDArray[np.integer], v: npt.NDArray[np.integer], lengths: _Floats) -> None:
        from scipy.sparse import csr_array

        numbers = np.arange(len(u))
        self._numbers = csr_array(
            (np.concatenate((numbers, numbers)), (np.concatenate((u, v)), np.concatenate((v, u)))), shape=(n, n)
        )
        self._places = np.argsort(self._numbers.data, kind="stable").reshape(-1, 2)
        self._is_left = np.ones(len(u), bool)
        self.graph = csr_array(
            (lengths[self._numbers.data], self._numbers.indices, self._numbers.indptr), shape=self._numbers.shape
        )

    def left_at(self, nodes: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """The pairs that have one of these nodes, or two, by number."""
        found = distinct(self._numbers[nodes].data)
        return np.asarray(found[self._is_left[found]])

    def take_out(self, nodes: npt.NDArray[np.intp]) -> None:
        found = self._numbers[nodes].data
        self._is_left[found] = False
        self.graph.data[self._places[found]] = np.inf


def _best_radius(
    radii: _Floats, near: _Floats, far: _Floats, w: _Floats, lengths: _Floats, least_volume: float
) -> float:
    """Where what the ball cuts is least for its volume: weight times length inside it, also of parts of pairs."""
    of_near, of_far = _Within(near, radii), _Within(far, radii)
    cut = of_near.sums(w) - of_far.sums(w)
    of_cut = radii * cut - (of_near.sums(w * near) - of_far.sums(w * near))
    volume = least_volume + of_far.sums(w * lengths) + of_cut
    return float(radii[np.argmin(np.where(cut > 0.0, cut / np.maximum(volume, 1e-300), 0.0))])


class _Within:
    """For each radius sums over the pairs that are at most so far."""

    def __init__(self, distances: _Floats, radii: _Floats) -> None:
        self._order = np.argsort(distances, kind="stable")
        self._counts = np.searchsorted(distances[self._order], radii, side="right")

    def sums(self, values: _Floats) -> _Floats:
        return np.asarray(np.concatenate(([0.0], np.cumsum(values[self._order])))[self._counts])
