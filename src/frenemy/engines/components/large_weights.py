"""The weights of the pairs of large components, whose nodes have their pairs in many files.

The confident pairs become rows, as those of a problem do, and the rows one sorted file, which tasks map into memory: so
a task looks up the other pairs of its nodes, however many there are in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy.affinity.self_calibration.confident_pairs import ConfidentPairs
from frenemy.affinity.self_calibration.open_pairs import OpenCounts, nodes_by_kind
from frenemy.affinity.self_calibration.open_weights import OpenWeights
from frenemy.affinity.self_calibration.pair_neighbors import open_among
from frenemy.affinity.self_calibration.self_calibration import CONFIDENT
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, new_array, open_array, pair_array, pair_fields, save_array
from frenemy.engines.streamed.build_rows import SplitPairs, equal_ranges, sum_entries
from frenemy.engines.streamed.row_files import RowFiles, row_chunks
from frenemy.problem.array_types import Floats, Ints, Ints32


@dataclass(frozen=True)
class ConfidentPairsOf:
    """The confident pairs of a file, as a :data:`PairSource`."""

    path: Path

    def __call__(self) -> tuple[Ints32, Ints32, Floats]:
        pairs = open_array(self.path)
        return pair_fields(pairs[pairs["w"] > CONFIDENT])


class Neighbors(NamedTuple):
    """Files of the keys of all confident pairs, and of where those of each node begin."""

    keys: Path
    begin: Path

    def write(self, rows: RowFiles) -> dict[str, Any]:
        """Write both from the rows of confident pairs; the counts of the nodes."""
        with new_array(self.keys, np.int64, 2 * rows.n_pairs) as keys:
            at = 0
            for chunk in row_chunks(rows):
                nodes = np.repeat(np.arange(chunk.first, chunk.end), np.diff(chunk.offsets))
                keys[at : at + len(nodes)] = nodes * rows.n_nodes + chunk.neighbors
                at += len(nodes)
        degree = rows.lengths()
        save_array(self.begin, np.concatenate(([0], np.cumsum(degree, dtype=np.int64))))
        return {**OpenCounts.none().as_lists(), "nodes": nodes_by_kind(degree[degree > 0].astype(np.int64)).tolist()}

    def confident(self, pairs: Array, is_open: Array | None) -> ConfidentPairs:
        """The confident pairs among some; whether they are open is looked up if it is not known."""
        u, v, w = pair_fields(pairs)
        at = np.flatnonzero(w > CONFIDENT)
        begin = open_array(self.begin)
        a, b = u[at], v[at]
        partners: Ints = np.stack((begin[a + 1] - begin[a], begin[b + 1] - begin[b]), axis=1) - 1
        found = open_among(open_array(self.keys), begin, a, b) if is_open is None else np.array(is_open)
        return ConfidentPairs(w, at, partners, found, np.empty(0, np.int64))


@dataclass(frozen=True)
class CountLarge:
    """Counts the pairs of a file, and writes which confident pairs are open."""

    pairs: Path
    neighbors: Neighbors
    out: Path

    def __call__(self) -> dict[str, Any]:
        found = self.neighbors.confident(open_array(self.pairs), None)
        save_array(self.out, found.is_open)
        return found.counts().as_lists()


@dataclass(frozen=True)
class LimitLarge:
    """Writes the pairs of a file with the weights that open pairs have earned, minus that of an unlisted pair."""

    pairs: Path
    neighbors: Neighbors
    is_open: Path
    open_weights: OpenWeights
    missing: float
    out: Path

    def __call__(self) -> None:
        pairs = open_array(self.pairs)
        weights = self.open_weights.of(self.neighbors.confident(pairs, open_array(self.is_open)))
        save_array(self.out, pair_array(pairs["u"], pairs["v"], weights - self.missing))


class CountedLarge(NamedTuple):
    """Pairs of large components by their scores, what is known of their nodes, and the counts of them all."""

    files: tuple[Path, ...]
    neighbors: Neighbors
    are_open: tuple[Path, ...]
    counts: list[dict[str, Any]]

    def limited(self, stages: CheckpointedStages, open_weights: OpenWeights, missing: float) -> tuple[Path, ...]:
        """Files of the pairs with their weights, minus ``missing``."""
        out = tuple(file.with_name(f"limited-{file.name}") for file in self.files)
        stages.run(
            "large rows: limit",
            {
                str(at): LimitLarge(file, self.neighbors, self.are_open[at], open_weights, missing, out[at])
                for at, file in enumerate(self.files)
            },
        )
        return out


def count_large(stages: CheckpointedStages, files: tuple[Path, ...], *, n_nodes: int, max_entries: int) -> CountedLarge:
    """Count the pairs of files, each pair once, that no third record supports."""
    folder = stages.folder / "large-neighbors"
    sources = [ConfidentPairsOf(file) for file in files]
    numbers = folder / "numbers.npy"

    def number() -> tuple[int, ...]:
        counts = np.zeros(n_nodes, np.int64)
        for source in sources:
            for ends in source()[:2]:
                counts += np.bincount(ends, minlength=n_nodes)
        save_array(numbers, np.arange(n_nodes, dtype=np.int32))
        return equal_ranges(counts, max_entries)

    edges = tuple(stages.here("large neighbors: number", number))
    rows = sum_entries(
        stages, "large neighbors", folder, edges, [partial(SplitPairs, source, numbers, edges) for source in sources]
    )
    neighbors = Neighbors(folder / "keys.npy", folder / "begin.npy")
    nodes = stages.here("large neighbors: join", lambda: neighbors.write(rows))
    are_open = tuple(file.with_name(f"open-{file.name}") for file in files)
    counts = stages.run(
        "large rows: count",
        {str(at): CountLarge(file, neighbors, are_open[at]) for at, file in enumerate(files)},
    )
    return CountedLarge(files, neighbors, are_open, [nodes, *counts.values()])
