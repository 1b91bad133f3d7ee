"""Places in the plane for the nodes of a small signed graph: strong pairs near each other, repelling ones apart."""

from __future__ import annotations

import numpy as np

from frenemy.problem.array_types import Floats, Ints

_NEAR, _FAR = 0.6, 1.4  # distances of the strongest and of the weakest attracting pair
_REPEL = 2.0  # at least, of a repelling pair
_MAX_DISTANCE = 4.0  # of nodes that no attracting pairs connect
_ROUNDS = 30
_GOLDEN = np.pi * (3.0 - np.sqrt(5.0))


def stress_layout(n: int, ends: Ints, weights: Floats) -> Floats:
    """Places, (n, 2), around 0: the same graph gives the same ones.

    Distances in the plane come close to those along attracting pairs, by stress majorization from classical scaling
    (Gansner, Koren & North, "Graph drawing by stress majorization", 2004). Takes time for ``n**3``: for some hundred
    nodes.

    Parameters
    ----------
    n : int
        Number of nodes.
    ends : (n_pairs, 2) int
    weights : (n_pairs,) float
    """
    if n <= 1:
        return np.zeros((n, 2))
    wanted = _wanted(n, ends, weights)
    return _majorized(_scaled(wanted) + 0.05 * _spiral(n), wanted)


def _wanted(n: int, ends: Ints, weights: Floats) -> Floats:
    """The distance that each pair should have."""
    distance: Floats = np.full((n, n), np.inf)
    np.fill_diagonal(distance, 0.0)
    attracts = weights > 0
    u, v = ends[attracts].T
    strength = weights[attracts] / weights.max(initial=1e-300)
    distance[u, v] = distance[v, u] = _FAR - (_FAR - _NEAR) * strength
    for k in range(n):  # Floyd and Warshall
        np.minimum(distance, distance[:, k, None] + distance[None, k], out=distance)
    distance = np.minimum(distance, _MAX_DISTANCE)
    u, v = ends[~attracts].T
    apart = np.maximum(distance[u, v], _REPEL)
    distance[u, v] = distance[v, u] = apart
    return distance


def _scaled(wanted: Floats) -> Floats:
    """Classical scaling: the plane in which the distances are largest."""
    squared = wanted**2
    mean = squared.mean(axis=0)
    values, vectors = np.linalg.eigh(-0.5 * (squared - mean[None] - mean[:, None] + squared.mean()))
    axes = vectors[:, ::-1][:, :2]
    signs = np.sign(axes[np.abs(axes).argmax(axis=0), [0, 1]])
    scaled: Floats = axes * signs * np.sqrt(np.maximum(values[::-1][:2], 0.0))
    return scaled


def _spiral(n: int) -> Floats:
    """Points of a sunflower: all different, so that no two nodes stay on one another."""
    at = np.arange(n) + 0.5
    points: Floats = np.sqrt(at / n)[:, None] * np.stack((np.cos(at * _GOLDEN), np.sin(at * _GOLDEN)), axis=1)
    return points


def _majorized(places: Floats, wanted: Floats) -> Floats:
    importance = np.divide(1.0, wanted**2, out=np.zeros_like(wanted), where=wanted > 0)
    laplacian = np.diag(importance.sum(axis=1)) - importance
    solved = np.linalg.inv(laplacian + 1.0 / len(wanted))  # its null space is a shift of all places
    force = importance * wanted
    for _ in range(_ROUNDS):
        across, down = (places[:, axis, None] - places[:, axis] for axis in (0, 1))
        gaps = np.sqrt(across * across + down * down)
        pull = force / np.maximum(gaps, 1e-9)  # the force of a node on itself is 0
        places = solved @ (pull.sum(axis=1)[:, None] * places - pull @ places)
    centered: Floats = places - places.mean(axis=0)
    return centered
