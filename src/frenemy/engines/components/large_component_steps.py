"""Tasks for large components that pass over all nodes, or over all pairs of a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy import _core
from frenemy.engines.scratch.stored_arrays import link_ends, open_array, pair_fields, save_array


@dataclass(frozen=True)
class ContractLinks:
    """The smallest node that must-links connect each node with, and the sizes of the contracted nodes."""

    links: Path
    n_nodes: int
    out: Path
    sizes: Path

    def __call__(self) -> None:
        forest = np.arange(self.n_nodes, dtype=np.int32)
        _core.unite(forest, *link_ends(open_array(self.links)))
        _core.flatten(forest)
        save_array(self.out, forest)
        save_array(self.sizes, np.bincount(forest, minlength=self.n_nodes).astype(np.float64))


@dataclass(frozen=True)
class ContractNodes:
    """The sizes and cannot-links of the nodes that clusters are contracted to."""

    clusters: Path
    sizes: Path
    cannot_link: Path
    out_sizes: Path
    out_links: Path

    def __call__(self) -> None:
        clusters, sizes = open_array(self.clusters), open_array(self.sizes)
        save_array(self.out_sizes, np.bincount(clusters, sizes, len(clusters)))
        save_array(self.out_links, np.unique(np.sort(clusters[open_array(self.cannot_link)], axis=1), axis=0))


@dataclass(frozen=True)
class Lift:
    """The cluster of each node after several contractions."""

    steps: tuple[Path, ...]
    out: Path

    def __call__(self) -> None:
        clusters = np.array(open_array(self.steps[0]))
        for step in self.steps[1:]:
            clusters = open_array(step)[clusters]
        save_array(self.out, clusters)


@dataclass(frozen=True)
class WeighCut:
    """The weight of the pairs of a file between clusters, minus that of unlisted ones."""

    file: Path
    clusters: Path

    def __call__(self) -> float:
        u, v, w = pair_fields(open_array(self.file))
        clusters = open_array(self.clusters)
        return float(w[clusters[u] != clusters[v]].sum())


@dataclass(frozen=True)
class BoundBetween:
    """A lower bound on what the pairs of a file between blocks add, minus unlisted ones: each is cut or not."""

    file: Path
    blocks: Path
    sizes: Path
    missing: float

    def __call__(self) -> float:
        u, v, w = pair_fields(open_array(self.file))
        blocks, sizes = open_array(self.blocks), open_array(self.sizes)
        is_between = blocks[u] != blocks[v]
        u, v, w = u[is_between], v[is_between], w[is_between]
        return float(np.minimum(w, -self.missing * sizes[u] * sizes[v]).sum())


@dataclass(frozen=True)
class CountInside:
    """The number of pairs of nodes in the same cluster, listed or not."""

    clusters: Path
    sizes: Path

    def __call__(self) -> float:
        clusters, sizes = open_array(self.clusters), open_array(self.sizes)
        cluster_sizes = np.bincount(clusters, sizes, len(clusters))
        return float((cluster_sizes * (cluster_sizes - 1.0) / 2.0).sum())


@dataclass(frozen=True)
class CountRows:
    file: Path

    def __call__(self) -> int:
        return len(open_array(self.file))


@dataclass(frozen=True)
class CountActive:
    """The number of nodes that have a pair."""

    files: tuple[Path, ...]
    n_nodes: int

    def __call__(self) -> int:
        is_active = np.zeros(self.n_nodes, np.bool_)
        for file in self.files:
            pairs = open_array(file)
            is_active[pairs["u"]] = True
            is_active[pairs["v"]] = True
        return int(np.count_nonzero(is_active))
