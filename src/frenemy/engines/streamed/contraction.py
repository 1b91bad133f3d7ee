"""Tasks for the step to the next level, and back: parts of clusters become nodes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy import _core
from frenemy.engines.scratch.stored_arrays import open_array, save_array
from frenemy.engines.streamed.build_rows import equal_ranges
from frenemy.engines.streamed.level import Level
from frenemy.engines.streamed.number_nodes import linked_numbers
from frenemy.engines.streamed.row_files import row_chunks
from frenemy.problem.array_types import Ints32


class NextLevel(NamedTuple):
    """Where the next level is written, whose nodes are parts of the nodes of this one.

    Attributes
    ----------
    max_entries : int
        Entries of a file of its rows, about.
    parts, labels : Path
        The part of each node, and the cluster that each part is in.
    sizes, cannot_link : Path
        Of the parts.
    """

    max_entries: int
    parts: Path
    labels: Path
    sizes: Path
    cannot_link: Path

    def save(self, level: Level, parts: Ints32, labels: Ints32) -> dict[str, Any]:
        """Write all of it from the part of each node, numbered 0..k-1, and the label of each node."""
        n_parts = int(parts.max()) + 1
        clusters = np.empty(n_parts, np.int32)
        clusters[parts] = labels
        save_array(self.parts, parts)
        is_cluster = np.zeros(len(labels), np.bool_)
        is_cluster[clusters] = True
        save_array(self.labels, (np.cumsum(is_cluster, dtype=np.int32) - 1)[clusters])
        save_array(self.sizes, np.bincount(parts, level.node_sizes(), n_parts))
        save_array(self.cannot_link, linked_numbers(open_array(level.cannot_link), parts))
        entries = np.bincount(parts, level.rows.lengths(), n_parts).astype(np.int64)
        return {"n_parts": n_parts, "edges": equal_ranges(entries, self.max_entries)}


@dataclass(frozen=True)
class SplitClusters:
    """Leiden refinement: splits clusters into parts that hold together."""

    level: Level
    labels: Path
    seed: int
    below: NextLevel

    def __call__(self) -> dict[str, Any]:
        labels = self.level.labels(self.labels)
        refinement = _core.StreamedRefinement(labels, self.level.node_sizes(), self.level.missing)
        for turn in (0, 1):
            for chunk in row_chunks(self.level.rows):
                refinement.join(*chunk, self.seed, turn)
        return self.below.save(self.level, refinement.parts(), labels)


@dataclass(frozen=True)
class LiftLabels:
    """Gives every node the label of its part."""

    parts: Path
    labels: Path
    out: Path

    def __call__(self) -> None:
        save_array(self.out, open_array(self.labels)[open_array(self.parts)])


@dataclass(frozen=True)
class Connect:
    """Writes the components of attracting pairs, and counts the pairs within them.

    No pair between components attracts, so no best clustering joins them, and the pairs between them can be left out.
    """

    level: Level
    out: Path

    def __call__(self) -> dict[str, Any]:
        sizes, missing = self.level.node_sizes(), self.level.missing
        forest = np.arange(self.level.rows.n_nodes, dtype=np.int32)
        for chunk in row_chunks(self.level.rows):
            u, v, w = chunk.pairs()
            attracts = w + missing * sizes[u] * sizes[v] > 0.0
            _core.unite(forest, u[attracts], v[attracts])
        _core.flatten(forest)
        n_inside = 0
        for chunk in row_chunks(self.level.rows):
            u, v, _ = chunk.pairs()
            n_inside += int(np.count_nonzero(forest[u] == forest[v]))
        save_array(self.out, forest)
        return {"n_pairs": n_inside}


@dataclass(frozen=True)
class WeighLabels:
    """The weight of the pairs between clusters minus that of unlisted ones, and the pairs of nodes within clusters."""

    level: Level
    labels: Path

    def __call__(self) -> dict[str, float]:
        labels, sizes = self.level.labels(self.labels), self.level.node_sizes()
        cut = 0.0
        for chunk in row_chunks(self.level.rows):
            own = np.repeat(labels[chunk.first : chunk.end], np.diff(chunk.offsets))
            cut += 0.5 * float(chunk.weights[own != labels[chunk.neighbors]].sum())
        cluster_sizes = np.bincount(labels, sizes)
        return {"cut": cut, "inside": float((cluster_sizes * (cluster_sizes - 1.0) / 2.0).sum())}
