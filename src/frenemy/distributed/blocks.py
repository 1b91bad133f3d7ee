"""Blocks of nodes that fit in memory, such that what attracts most is inside one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.distributed.stored_arrays import ends, open_array, save_array

_CLASSES = 6  # of weights, the strongest first
_SAMPLE = 100_000  # pairs of a file, to tell the classes


@dataclass(frozen=True)
class MakeBlocks:
    """Joins nodes along pairs that attract, the strongest first, to blocks of at most ``most`` nodes.

    Whole clusters are joined if some are given. Its memory goes with the nodes.

    Attributes
    ----------
    files : tuple of Path
        Pairs with what they weigh beyond unlisted ones, each once.
    sizes : Path
        Of the nodes.
    clusters : Path, optional
        The smallest node of the cluster of each.
    is_backward : bool
        Whether the pairs of a class are taken in the other order, which makes other blocks.
    """

    files: tuple[Path, ...]
    sizes: Path
    clusters: Path | None
    n_nodes: int
    missing: float
    most: int
    is_backward: bool
    out: Path

    def __call__(self) -> None:
        if self.clusters is None:
            forest = np.arange(self.n_nodes, dtype=np.int32)
            counts = np.ones(self.n_nodes, np.int32)
        else:
            forest = np.array(open_array(self.clusters))
            counts = np.bincount(forest, minlength=self.n_nodes).astype(np.int32)
        edges = self._classes()
        step = -1 if self.is_backward else 1
        for low, high in zip(edges[1:], edges[:-1], strict=True):
            for file in self.files[::step]:
                u, v, w = self._pairs(file, step)
                _core.unite_up_to(forest, counts, u, v, w, low, high, self.most)
        _core.flatten(forest)
        save_array(self.out, forest)

    def _pairs(
        self, file: Path, every: int = 1
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        """Ends, and what pairs weigh in all."""
        u, v, w = ends(open_array(file)[::every])
        if self.missing != 0.0:
            sizes = open_array(self.sizes)
            w = w + self.missing * sizes[u] * sizes[v]
        return u, v, w

    def _classes(self) -> list[float]:
        """Edges of the classes, from infinity to 0."""
        sampled: list[npt.NDArray[Any]] = []
        for file in self.files:
            n = len(open_array(file))
            w = self._pairs(file, max(1, n // _SAMPLE))[2]
            sampled.append(w[w > 0.0])
        attracting = np.concatenate(sampled) if sampled else np.empty(0)
        inner = np.quantile(attracting, np.arange(_CLASSES - 1, 0, -1) / _CLASSES) if len(attracting) else np.empty(0)
        return [np.inf, *np.unique(inner)[::-1].tolist(), 0.0]
