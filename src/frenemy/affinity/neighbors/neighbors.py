"""Nearest neighbors of every row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Floats32, Ints32
from frenemy.problem.distinct import distinct

_STEP = 2**17  # pairs per block


@dataclass(frozen=True, eq=False)
class Neighbors:
    """The nearest neighbors of every row, nearest first.

    Attributes
    ----------
    indices : (n, k) int32
        Row indices; -1 if an approximate search found fewer than ``k``.
    distances : (n, k) float32
        Euclidean distances; inf where the index is -1.
    method : str
        The method used: ``"exact"``, ``"cells"``, ``"usearch"`` or ``"gpu"``.
    """

    indices: Ints32
    distances: Floats32
    method: str

    @property
    def n_neighbors(self) -> int:
        return int(self.indices.shape[1])

    def holds(self, u: npt.NDArray[np.integer], v: npt.NDArray[np.integer]) -> Bools:
        """Whether ``v`` is a nearest neighbor of ``u``, or ``u`` of ``v``, for each pair."""
        held = np.zeros(len(u), np.bool_)
        for begin in range(0, len(u), _STEP):
            part = slice(begin, begin + _STEP)
            a, b = u[part], v[part]
            held[part] = (self.indices[a] == b[:, None]).any(axis=1) | (self.indices[b] == a[:, None]).any(axis=1)
        return held


def near_pairs(neighbors: Neighbors, /) -> tuple[Ints32, Ints32]:
    """The pairs ``u < v`` of which one is a nearest neighbor of the other, each once, sorted.

    Examples
    --------
    >>> from frenemy.affinity.neighbors import near_pairs, nearest
    >>> u, v = near_pairs(nearest([[0.0], [1.0], [5.0]], n_neighbors=1))
    >>> u, v
    (array([0, 1], dtype=int32), array([1, 2], dtype=int32))
    """
    n = len(neighbors.indices)
    u = np.repeat(np.arange(n, dtype=np.int64), neighbors.n_neighbors)
    v = neighbors.indices.ravel().astype(np.int64)
    seen = v >= 0
    u, v = u[seen], v[seen]
    keys = distinct(np.minimum(u, v) * n + np.maximum(u, v))
    return (keys // max(n, 1)).astype(np.int32), (keys % max(n, 1)).astype(np.int32)
