"""The nearest others of every row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.neighbors.block_search import Floats, Indices
from frenemy.distinct import distinct

_STEP = 2**17  # pairs that are looked up at once


@dataclass(frozen=True, eq=False)
class Neighbors:
    """The nearest others of every row, nearest first.

    Attributes
    ----------
    indices : (n, k) int32
        Rows; -1 where an approximate search saw fewer than ``k``.
    distances : (n, k) float32
        Euclidean; inf where the index is -1.
    method : str
        How they were found: ``"exact"``, ``"cells"`` or ``"usearch"``.
    """

    indices: Indices
    distances: Floats
    method: str

    @property
    def n_neighbors(self) -> int:
        return int(self.indices.shape[1])

    def holds(self, u: npt.NDArray[np.integer], v: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
        """Whether ``v`` is among the nearest of ``u``, or ``u`` among those of ``v``, for each pair."""
        held = np.zeros(len(u), np.bool_)
        for begin in range(0, len(u), _STEP):
            part = slice(begin, begin + _STEP)
            a, b = u[part], v[part]
            held[part] = (self.indices[a] == b[:, None]).any(axis=1) | (self.indices[b] == a[:, None]).any(axis=1)
        return held


def near_pairs(neighbors: Neighbors, /) -> tuple[Indices, Indices]:
    """The pairs ``u < v`` of which one is among the nearest of the other, each once, sorted.

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
