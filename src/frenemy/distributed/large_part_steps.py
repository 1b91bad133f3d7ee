"""Steps of solving large parts that look at all nodes, or at all pairs of a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from frenemy import _core
from frenemy.distributed.stored_arrays import ends, open_array, save_array


@dataclass(frozen=True)
class StartNodes:
    """What each node is at first: itself, or the smallest that links tie it to; and how many nodes that is."""

    links: Path
    n_nodes: int
    out: Path
    sizes: Path

    def __call__(self) -> None:
        forest = np.arange(self.n_nodes, dtype=np.int32)
        links = open_array(self.links)
        _core.unite(forest, *(np.ascontiguousarray(links[:, end]) for end in (0, 1)))
        _core.flatten(forest)
        save_array(self.out, forest)
        save_array(self.sizes, np.bincount(forest, minlength=self.n_nodes).astype(np.float64))


@dataclass(frozen=True)
class Contract:
    """Sizes and links of the nodes that others have become."""

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
    """What each node has become in the end, after several contractions."""

    steps: tuple[Path, ...]
    out: Path

    def __call__(self) -> None:
        clusters = np.array(open_array(self.steps[0]))
        for step in self.steps[1:]:
            clusters = open_array(step)[clusters]
        save_array(self.out, clusters)


@dataclass(frozen=True)
class WeighCut:
    """What pairs of a file between clusters weigh beyond unlisted ones."""

    file: Path
    clusters: Path

    def __call__(self) -> float:
        u, v, w = ends(open_array(self.file))
        clusters = open_array(self.clusters)
        return float(w[clusters[u] != clusters[v]].sum())


@dataclass(frozen=True)
class BoundBetween:
    """The least that pairs of a file between blocks can add beyond unlisted ones: each is cut, or is not."""

    file: Path
    blocks: Path
    sizes: Path
    missing: float

    def __call__(self) -> float:
        u, v, w = ends(open_array(self.file))
        blocks, sizes = open_array(self.blocks), open_array(self.sizes)
        is_between = blocks[u] != blocks[v]
        u, v, w = u[is_between], v[is_between], w[is_between]
        return float(np.minimum(w, -self.missing * sizes[u] * sizes[v]).sum())


@dataclass(frozen=True)
class CountInside:
    """Pairs of nodes in the same cluster, listed or not."""

    clusters: Path
    sizes: Path

    def __call__(self) -> float:
        clusters, sizes = open_array(self.clusters), open_array(self.sizes)
        together = np.bincount(clusters, sizes, len(clusters))
        return float((together * (together - 1.0) / 2.0).sum())


@dataclass(frozen=True)
class CountRows:
    file: Path

    def __call__(self) -> int:
        return len(open_array(self.file))


@dataclass(frozen=True)
class CountActive:
    """How many nodes have any pair."""

    files: tuple[Path, ...]
    n_nodes: int

    def __call__(self) -> int:
        is_active = np.zeros(self.n_nodes, np.bool_)
        for file in self.files:
            pairs = open_array(file)
            is_active[pairs["u"]] = True
            is_active[pairs["v"]] = True
        return int(np.count_nonzero(is_active))
