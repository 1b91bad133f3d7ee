"""The weights of the pairs of large components, whose nodes have their pairs in many files.

The confident pairs are sorted by node into one file, which tasks map into memory: so a task looks up the other pairs of
its nodes, however many there are in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy.affinity.self_calibration.confident_pairs import ConfidentPairs
from frenemy.affinity.self_calibration.open_pairs import OpenCounts, nodes_by_kind
from frenemy.affinity.self_calibration.open_weights import OpenWeights
from frenemy.affinity.self_calibration.pair_neighbors import first_keys, open_among
from frenemy.affinity.self_calibration.self_calibration import CONFIDENT
from frenemy.engines.pairs.regrouping import Slice, pair_order, pairs_in_range, regroup
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, new_array, open_array, pair_array, pair_fields, save_array
from frenemy.problem.array_types import Ints


@dataclass(frozen=True)
class BothWays:
    """Writes the confident pairs of a file in both directions, sorted."""

    source: Slice
    out: Path

    def __call__(self) -> dict[str, Any]:
        u, v, w = pair_fields(self.source.pairs())
        confident = w > CONFIDENT
        both = np.concatenate((u[confident], v[confident])), np.concatenate((v[confident], u[confident]))
        order = pair_order(*both)[0]
        save_array(self.out, pair_array(both[0][order], both[1][order], np.zeros(len(order))))
        return {"n": len(order)}


@dataclass(frozen=True)
class KeyRange:
    """Writes the confident pairs of the nodes of a range, as sorted keys."""

    files: tuple[Path, ...]
    low: int
    high: int
    n_nodes: int
    out: Path

    def __call__(self) -> dict[str, Any]:
        pairs = pairs_in_range(self.files, self.low, self.high)
        keys = np.sort(pairs["u"].astype(np.int64) * self.n_nodes + pairs["v"])
        save_array(self.out, keys)
        return {"n": len(keys)}


class Neighbors(NamedTuple):
    """Files of the keys of all confident pairs, and of where those of each node begin."""

    keys: Path
    begin: Path

    def write(self, files: Sequence[Path], n_keys: int, n_nodes: int) -> dict[str, Any]:
        """Join the keys of ranges; the counts of the nodes."""
        with new_array(self.keys, np.int64, n_keys) as keys:
            at = 0
            for file in files:
                own = open_array(file)
                keys[at : at + len(own)] = own
                at += len(own)
        save_array(self.begin, first_keys(open_array(self.keys), n_nodes))
        degree = np.diff(open_array(self.begin))
        return {**OpenCounts.none().as_lists(), "nodes": nodes_by_kind(degree[degree > 0]).tolist()}

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


def count_large(stages: CheckpointedStages, files: tuple[Path, ...], *, n_nodes: int, max_rows: int) -> CountedLarge:
    """Count the pairs of files, each pair once, that no third record supports."""
    parts, found = regroup(
        stages,
        "large neighbors",
        [Slice(file) for file in files],
        n_nodes=n_nodes,
        max_pairs=max_rows,
        chunk=("both ways", BothWays),
        merge=("keys", lambda files, low, high, out: KeyRange(files, low, high, n_nodes, out)),
    )
    neighbors = Neighbors(stages.folder / "large-keys.npy", stages.folder / "large-begin.npy")
    nodes = stages.here(
        "large neighbors: join", lambda: neighbors.write(parts, sum(one["n"] for one in found), n_nodes)
    )
    are_open = tuple(file.with_name(f"open-{file.name}") for file in files)
    counts = stages.run(
        "large rows: count",
        {str(at): CountLarge(file, neighbors, are_open[at]) for at, file in enumerate(files)},
    )
    return CountedLarge(files, neighbors, are_open, [nodes, *counts.values()])
