"""Regroups pairs of many files so that all rows of a pair are in one task: the shuffle of a group-by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.engines.executors.executor import Task
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, open_array
from frenemy.problem.array_types import Ints, Ints32


class Slice(NamedTuple):
    """The pairs of a file: all, or those of the tasks ``first`` to ``end - 1``."""

    file: Path
    begins: Path | None = None
    first: int = 0
    end: int = 0

    def pairs(self) -> Array:
        pairs = open_array(self.file)
        if self.begins is None:
            return pairs
        begins = open_array(self.begins)
        return pairs[int(begins[self.first]) : int(begins[self.end])]


def pairs_in_range(files: Sequence[Path], low: int, high: int) -> Array:
    """The pairs of sorted files with ``low <= u < high``, file after file."""
    parts = []
    for file in files:
        pairs = open_array(file)
        begin, end = np.searchsorted(pairs["u"], (low, high))
        parts.append(np.array(pairs[begin:end]))
    return np.concatenate(parts)


def pair_order(u: Ints32, v: Ints32) -> tuple[npt.NDArray[np.intp], Ints]:
    """The order that sorts pairs, and their sorted keys."""
    keys = u.astype(np.int64) << 32 | v
    order = np.argsort(keys, kind="stable")
    return order, keys[order]


def regroup(
    stages: CheckpointedStages,
    name: str,
    sources: Sequence[Slice],
    *,
    n_nodes: int,
    max_pairs: int,
    chunk: tuple[str, Callable[[Slice, Path], Task]],
    merge: tuple[str, Callable[[tuple[Path, ...], int, int, Path], Task]],
) -> tuple[tuple[Path, ...], list[dict[str, Any]]]:
    """The files that the ``merge`` tasks write, and their results.

    Parameters
    ----------
    max_pairs : int
        About how many pairs a merge task reads.
    chunk : (str, callable)
        A stage, and its task for each source: writes sorted pairs and returns their number as ``n``.
    merge : (str, callable)
        A stage, and its task for each range of ``u``: reads that range of all these files.
    """
    folder = stages.folder / "regrouped" / name
    chunks = tuple(folder / f"chunk-{at}.npy" for at in range(len(sources)))
    sorted_chunks = stages.run(
        f"{name}: {chunk[0]}",
        {str(at): chunk[1](source, out) for at, (source, out) in enumerate(zip(sources, chunks, strict=True))},
    ).values()
    n_ranges = 1 + sum(one["n"] for one in sorted_chunks) // max_pairs
    edges = pairwise(at * n_nodes // n_ranges for at in range(n_ranges + 1))
    files = tuple(folder / f"{at}.npy" for at in range(n_ranges))
    merged = stages.run(
        f"{name}: {merge[0]}",
        {str(at): merge[1](chunks, low, high, files[at]) for at, (low, high) in enumerate(edges)},
    )
    return files, list(merged.values())
