"""The matrix of weights as a picture of limited size: nodes in a chosen order, mean weights in cells."""

from __future__ import annotations

import numpy as np

from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints

MIN_LINED_SHARE = 1 / 150  # a smaller cluster, as a share of the picture, gets no line


def by_cluster(clusters: Labels) -> Ints:
    """The nodes, those of the largest cluster first."""
    sizes = np.bincount(clusters, minlength=1)
    return np.lexsort((clusters, -sizes[clusters]))


def lined_ends(clusters: Labels) -> Ints:
    """Where clusters end in that order, for those that are large enough for a line; the end of the picture too."""
    sizes = -np.sort(-np.bincount(clusters)) if len(clusters) else np.empty(0, np.int64)
    return np.cumsum(sizes[sizes >= MIN_LINED_SHARE * len(clusters)])


def binned(problem: Problem, sequence: Ints, max_pixels: int) -> Floats:
    """Mean weights, (n_pixels, n_pixels), at most ``max_pixels`` wide, with the nodes in the order of ``sequence``.

    A cell has the mean weight of the pairs that are listed in it (of all its pairs if ``missing`` is not 0), so memory
    does not grow with the square of the nodes.
    """
    n = problem.n_nodes
    n_pixels = max(1, min(n, max_pixels))
    pixel = np.empty(n, np.int64)
    pixel[sequence] = np.arange(n) * n_pixels // max(n, 1)
    u, v, w = problem.edges()
    cell = pixel[u] * n_pixels + pixel[v]
    total, count = _mirrored(cell, w, n_pixels), _mirrored(cell, None, n_pixels)
    if problem.missing:
        # Listed pairs do not also count as unlisted ones.
        size = np.bincount(pixel, weights=problem.sizes, minlength=n_pixels)
        square = np.bincount(pixel, weights=problem.sizes**2, minlength=n_pixels)
        listed = _mirrored(cell, problem.sizes[u] * problem.sizes[v], n_pixels)
        total += problem.missing * (np.outer(size, size) - np.diag(square) - listed)
        nodes = np.bincount(pixel, minlength=n_pixels)
        count = (np.outer(nodes, nodes) - np.diag(nodes)).astype(np.float64)
    return np.divide(total, count, out=np.zeros_like(total), where=count > 0)


def full_scale(image: Floats) -> float:
    """The weight with the fullest color: a high quantile, so that one huge weight does not fade all others."""
    sizes = np.abs(image[image != 0])
    return float(np.quantile(sizes, 0.95)) if len(sizes) else 1.0


def _mirrored(cell: Ints, values: Floats | None, n_pixels: int) -> Floats:
    """The sums of the values in each cell, or counts without values, on both sides of the diagonal."""
    flat: Floats = np.bincount(cell, weights=values, minlength=n_pixels**2).astype(np.float64)
    half = flat.reshape(n_pixels, n_pixels)
    return half + half.T
