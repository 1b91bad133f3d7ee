"""Blocks of nodes that fit in memory and keep strongly attracting pairs together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy import _core
from frenemy.engines.scratch.stored_arrays import open_array, pair_fields, save_array
from frenemy.problem.array_types import Floats, Ints32

_N_CLASSES = 6  # of weights
_MAX_SAMPLE = 100_000  # pairs per file from which the classes are computed


@dataclass(frozen=True)
class MakeBlocks:
    """Unites nodes along attracting pairs, strongest class first, into blocks of at most ``max_nodes`` nodes.

    If clusters are given, they are never split. Memory grows with the number of nodes, not of pairs.

    Attributes
    ----------
    files : tuple of Path
        Pairs, each once, with their weight minus that of an unlisted pair.
    sizes : Path
        The size of each node.
    clusters : Path, optional
        The smallest node of each node's cluster.
    is_backward : bool
        Whether to visit the pairs of a class in reverse order, which makes different blocks.
    """

    files: tuple[Path, ...]
    sizes: Path
    clusters: Path | None
    n_nodes: int
    missing: float
    max_nodes: int
    is_backward: bool
    out: Path

    def __call__(self) -> None:
        if self.clusters is None:
            forest = np.arange(self.n_nodes, dtype=np.int32)
            counts = np.ones(self.n_nodes, np.int32)
        else:
            forest = np.array(open_array(self.clusters))
            counts = np.bincount(forest, minlength=self.n_nodes).astype(np.int32)
        edges = self._class_edges()
        step = -1 if self.is_backward else 1
        for low, high in zip(edges[1:], edges[:-1], strict=True):
            for file in self.files[::step]:
                u, v, w = self._pairs(file, step)
                _core.unite_up_to(forest, counts, u, v, w, low, high, self.max_nodes)
        _core.flatten(forest)
        save_array(self.out, forest)

    def _pairs(self, file: Path, step: int) -> tuple[Ints32, Ints32, Floats]:
        """Every ``step``-th pair of a file with its total weight."""
        u, v, w = pair_fields(open_array(file)[::step])
        if self.missing != 0.0:
            sizes = open_array(self.sizes)
            w = w + self.missing * sizes[u] * sizes[v]
        return u, v, w

    def _class_edges(self) -> list[float]:
        """Edges of the classes of weights, from infinity down to 0."""
        sampled: list[Floats] = []
        for file in self.files:
            n = len(open_array(file))
            w = self._pairs(file, max(1, n // _MAX_SAMPLE))[2]
            sampled.append(w[w > 0.0])
        attracting = np.concatenate(sampled) if sampled else np.empty(0)
        shares = np.arange(_N_CLASSES - 1, 0, -1) / _N_CLASSES
        inner = np.quantile(attracting, shares) if len(attracting) else np.empty(0)
        return [np.inf, *np.unique(inner)[::-1].tolist(), 0.0]
