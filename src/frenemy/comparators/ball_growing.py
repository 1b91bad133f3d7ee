"""Clusters as balls, where attracting pairs have lengths."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem

_Floats = npt.NDArray[np.float64]

_LONGEST = 0.5
_SHORTEST = 1e-12  # a length of 0 would be no pair to scipy


def grown_balls(problem: Problem, lengths: _Floats, order: npt.NDArray[np.integer]) -> Labels:
    """Balls around one node after the other, in this order, each taken out with the nodes that it holds.

    ``lengths`` is one for each listed pair, of which those that attract count. The radius is below 1/2, so that no ball
    holds two nodes that are 1 apart.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    n = problem.n_nodes
    u, v, w = problem.edges()
    attracts = w > 0
    u, v, w, lengths = u[attracts], v[attracts], w[attracts], np.maximum(lengths[attracts], _SHORTEST)
    least_volume = float(w @ lengths) / max(n, 1)
    labels = np.full(n, -1, np.int32)
    for center in order:
        if labels[center] >= 0:
            continue
        graph = csr_array((lengths, (u, v)), shape=(n, n))
        distance = dijkstra(graph, directed=False, indices=center, limit=_LONGEST)
        near, far = np.sort(np.stack((distance[u], distance[v])), axis=0)
        radius = _best_radius(np.unique(distance[distance < _LONGEST]), near, far, w, lengths, least_volume)
        labels[distance <= radius] = center
        is_left = (labels[u] < 0) & (labels[v] < 0)
        u, v, w, lengths = u[is_left], v[is_left], w[is_left], lengths[is_left]
    return _core.contiguous(labels)


def _best_radius(
    radii: _Floats, near: _Floats, far: _Floats, w: _Floats, lengths: _Floats, least_volume: float
) -> float:
    """Where what the ball cuts is least for its volume: weight times length inside it, also of parts of pairs."""

    def within(distances: _Floats, values: _Floats) -> _Floats:
        """For each radius the sum over the pairs that are at most so far."""
        order = np.argsort(distances, kind="stable")
        sums = np.concatenate(([0.0], np.cumsum(values[order])))
        return np.asarray(sums[np.searchsorted(distances[order], radii, side="right")])

    start = np.where(np.isfinite(near), near, 0.0)
    cut = within(near, w) - within(far, w)
    of_cut = radii * cut - (within(near, w * start) - within(far, w * start))
    volume = least_volume + within(far, w * lengths) + of_cut
    return float(radii[np.argmin(np.where(cut > 0.0, cut / np.maximum(volume, 1e-300), 0.0))])
