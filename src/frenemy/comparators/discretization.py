"""From eigenvectors to clusters, by the rotation that comes closest to indicators of clusters."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.comparators.leading_vectors import Stopped
from frenemy.problem import Labels

_Floats = npt.NDArray[np.float64]

_STARTS = 10
_MOST_TURNS = 100
_SAME = 1e-12  # of the number of nodes: a turn that brings less is the last


def discretize(
    vectors: _Floats, value: Callable[[Labels], float], *, rng: np.random.Generator, is_stopped: Callable[[], bool]
) -> Labels:
    """As many clusters as there are eigenvectors, or fewer; of ten attempts the one of the highest ``value``.

    Eigenvectors are indicators of clusters up to a rotation. Rows of length 1 and rows with a single 1 are brought
    together in turns: each node takes its largest entry, and the rotation is the best one for that. The first rotation
    is made of rows that are as orthogonal as can be, beginning with that of a node drawn at random.

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


def _first_rotation(rows: _Floats, first: int) -> _Floats:
    k = rows.shape[1]
    rotation = np.empty((k, k))
    rotation[:, 0] = rows[first]
    overlap = np.where(rows.any(axis=1), 0.0, np.inf)  # rows of zeros are orthogonal to all, and say nothing
    for column in range(1, k):
        overlap += np.abs(rows @ rotation[:, column - 1])
        rotation[:, column] = rows[np.argmin(overlap)]
    return rotation


def _rotated(rows: _Floats, rotation: _Floats, is_stopped: Callable[[], bool]) -> Labels:
    n, k = rows.shape
    labels = np.zeros(n, np.int32)
    closeness = -np.inf
    for _ in range(_MOST_TURNS):
        if is_stopped():
            raise Stopped
        labels = np.argmax(rows @ rotation, axis=1).astype(np.int32)
        sums = np.stack([np.bincount(labels, weights=column, minlength=k) for column in rows.T], axis=1)
        left, scales, right = np.linalg.svd(sums)
        if scales.sum() <= closeness + _SAME * n:
            break
        closeness = float(scales.sum())
        rotation = right.T @ left.T
    return labels
