"""Discretization of eigenvectors: rotate them to the nearest cluster indicators."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from frenemy import _core
from frenemy.comparators.spectral.leading_vectors import Stopped
from frenemy.problem import Labels
from frenemy.problem.array_types import Floats

_STARTS = 10
_MAX_ITERATIONS = 100
_MIN_GAIN = 1e-12  # relative to the number of nodes: an iteration that gains less is the last


def discretize(
    vectors: Floats, value: Callable[[Labels], float], *, rng: np.random.Generator, is_stopped: Callable[[], bool]
) -> Labels:
    """At most as many clusters as eigenvectors; the best of ten starts by ``value``.

    Eigenvectors are cluster indicators up to a rotation. Labels and rotation are optimized in alternation: each node
    takes the largest entry of its normalized row, and the rotation is then the best one for these labels. The initial
    rotation consists of rows that are as orthogonal as possible, starting with that of a random node.

    Yu & Shi, "Multiclass spectral clustering" (2003), section 4.
    """
    n = len(vectors)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    rows = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0.0)
    best, best_value = np.zeros(n, np.int32), -np.inf
    for first in rng.permutation(n)[:_STARTS]:
        labels = _rotated(rows, _first_rotation(rows, int(first)), is_stopped)
        found = value(labels)
        if found > best_value:
            best, best_value = labels, found
    return _core.contiguous(best)


def _first_rotation(rows: Floats, first: int) -> Floats:
    k = rows.shape[1]
    rotation = np.empty((k, k))
    rotation[:, 0] = rows[first]
    overlap = np.where(rows.any(axis=1), 0.0, np.inf)  # zero rows are orthogonal to all others, but not informative
    for column in range(1, k):
        overlap += np.abs(rows @ rotation[:, column - 1])
        rotation[:, column] = rows[np.argmin(overlap)]
    return rotation


def _rotated(rows: Floats, rotation: Floats, is_stopped: Callable[[], bool]) -> Labels:
    n, k = rows.shape
    labels = np.zeros(n, np.int32)
    closeness = -np.inf
    for _ in range(_MAX_ITERATIONS):
        if is_stopped():
            raise Stopped
        labels = np.argmax(rows @ rotation, axis=1).astype(np.int32)
        sums = np.stack([np.bincount(labels, weights=column, minlength=k) for column in rows.T], axis=1)
        left, scales, right = np.linalg.svd(sums)
        if scales.sum() <= closeness + _MIN_GAIN * n:
            break
        closeness = float(scales.sum())
        rotation = right.T @ left.T
    return labels
