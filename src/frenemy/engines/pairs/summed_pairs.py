"""Sums the weights of pairs between contracted nodes: a group-by over files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.engines.pairs.regrouping import Slice, pair_order, pairs_in_range, regroup
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, open_array, pair_array, pair_fields, save_array
from frenemy.problem.array_types import Floats, Ints32


@dataclass(frozen=True)
class SumChunk:
    """Contracts the nodes of a file's pairs, and sums and sorts the pairs."""

    source: Slice
    clusters: Path
    out: Path

    def __call__(self) -> dict[str, Any]:
        u, v, w = pair_fields(self.source.pairs())
        clusters = open_array(self.clusters)
        a, b = clusters[u], clusters[v]
        is_between = a != b
        a, b = np.minimum(a, b)[is_between], np.maximum(a, b)[is_between]
        summed = _summed(a, b, w[is_between])
        save_array(self.out, summed)
        return {"n": len(summed)}


@dataclass(frozen=True)
class SumRange:
    """Sums the pairs of all files with ``low <= u < high``."""

    files: tuple[Path, ...]
    low: int
    high: int
    out: Path

    def __call__(self) -> dict[str, Any]:
        summed = _summed(*pair_fields(pairs_in_range(self.files, self.low, self.high)))
        save_array(self.out, summed)
        return {"n": len(summed)}


def _summed(u: Ints32, v: Ints32, w: Floats) -> Array:
    order, keys = pair_order(u, v)
    begins = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))) if len(u) else np.empty(0, int)
    sums = np.add.reduceat(w[order], begins) if len(begins) else np.empty(0)
    distinct = keys[begins]
    return pair_array((distinct >> 32).astype(np.int32), (distinct & 0xFFFFFFFF).astype(np.int32), sums)


def sum_pairs(
    stages: CheckpointedStages,
    name: str,
    sources: Sequence[Slice],
    clusters: Path,
    *,
    n_nodes: int,
    max_pairs: int,
) -> tuple[tuple[Path, ...], int]:
    """Files of the pairs between contracted nodes, each pair once, and their number.

    Parameters
    ----------
    sources : sequence of Slice
    clusters : Path
        The node that each node is contracted to.
    max_pairs : int
        About how many pairs a task sums.
    """
    files, results = regroup(
        stages,
        name,
        sources,
        n_nodes=n_nodes,
        max_pairs=max_pairs,
        chunk=("sum", lambda source, out: SumChunk(source, clusters, out)),
        merge=("merge", SumRange),
    )
    return files, sum(one["n"] for one in results)
