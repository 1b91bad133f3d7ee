"""Triangles of regions: whether pairs that look together can all be together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from frenemy.affinity.volume.region_graph import RegionGraph
from frenemy.problem.array_types import Floats, Ints

_N_PATHS = 1 << 22  # that are looked up at a time, for memory


def mixed_triangles(graph: RegionGraph, together: Floats) -> tuple[float, float]:
    """How many triangles have two pairs together and one apart, and how many would by chance.

    ``together`` are probabilities, (n_edges,). The first number is what they add up to; the second is what it would be
    if every pair of a triangle had the mean of them, independent of the others. No clustering has such a triangle: two
    pairs together imply the third.
    """
    mixed = total = 0.0
    n_triangles = 0
    for triangles in _triangles(graph):
        p = together[triangles]
        a, b, c = p.T
        mixed += float((a * b * (1.0 - c) + a * (1.0 - b) * c + (1.0 - a) * b * c).sum())
        total += float(p.sum())
        n_triangles += len(p)
    mean = total / max(3 * n_triangles, 1)
    return mixed, 3.0 * mean * mean * (1.0 - mean) * n_triangles


def _triangles(graph: RegionGraph) -> Iterator[Ints]:
    """The pairs of each triangle, (n, 3), in pieces.

    Each pair is an arrow to the region with more pairs, so few arrows leave any region, even if it touches all others.
    """
    n = graph.n_nodes
    degree = np.bincount(graph.u, minlength=n) + np.bincount(graph.v, minlength=n)
    rank = np.empty(n, np.int64)
    rank[np.argsort(degree, kind="stable")] = np.arange(n)
    tail, head = np.minimum(rank[graph.u], rank[graph.v]), np.maximum(rank[graph.u], rank[graph.v])
    keys = tail * n + head
    order = np.argsort(keys)
    keys, tail, head = keys[order], tail[order], head[order]
    begins = np.searchsorted(tail, np.arange(n + 1))
    n_paths = np.diff(begins)[head]  # tail -> head -> any region
    ends = np.cumsum(n_paths)
    first = 0
    while first < len(keys):
        done = ends[first - 1] if first else 0
        last = max(first + 1, int(np.searchsorted(ends, done + _N_PATHS, side="right")))
        one = np.repeat(np.arange(first, last), n_paths[first:last])
        two = np.arange(len(one)) - np.repeat(ends[first:last] - n_paths[first:last] - done, n_paths[first:last])
        two += begins[head[one]]
        closing = tail[one] * n + head[two]
        three = np.minimum(np.searchsorted(keys, closing), len(keys) - 1)
        is_triangle = keys[three] == closing
        yield order[np.stack((one, two, three), axis=1)[is_triangle]]
        first = last
