"""Pairs of files, put together so that all rows of a pair are in one task: the shuffle of a group-by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.distributed.executor import Task
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import open_array


class Slice(NamedTuple):
    """Pairs of a file: all, or those of some tasks."""

    file: Path
    begins: Path | None = None
    first: int = 0
    end: int = 0

    def pairs(self) -> npt.NDArray[Any]:
        pairs = open_array(self.file)
        if self.begins is None:
            return pairs
        begins = open_array(self.begins)
        return pairs[int(begins[self.first]) : int(begins[self.end])]


def within(files: Sequence[Path], low: int, high: int) -> npt.NDArray[Any]:
    """Those of sorted files whose smaller node is in a range, file after file."""
    parts = []
    for file in files:
        pairs = open_array(file)
        begin, end = np.searchsorted(pairs["u"], (low, high))
        parts.append(np.array(pairs[begin:end]))
    return np.concatenate(parts)


def key_order(u: npt.NDArray[np.int32], v: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """What sorts pairs, and their keys sorted."""
    keys = u.astype(np.int64) << 32 | v
    order = np.argsort(keys, kind="stable")
    return order, keys[order]


def regroup(
    stages: Stages,
    name: str,
    sources: Sequence[Slice],
    *,
    n_nodes: int,
    at_once: int,
    chunk: tuple[str, Callable[[Slice, Path], Task]],
    merge: tuple[str, Callable[[tuple[Path, ...], int, int, Path], Task]],
) -> tuple[tuple[Path, ...], list[dict[str, Any]]]:
    """Files that ``merge`` wrote, and what it told of each.

    Parameters
    ----------
    at_once : int
        Pairs that are put together at once.
    chunk : (str, callable)
        A stage, and its task for a source: writes pairs sorted, and tells how many there are as ``n``.
    merge : (str, callable)
        A stage, and its task for all these files and a range of the smaller nodes.
    """
    folder = stages.folder / "regrouped" / name
    chunks = tuple(folder / f"chunk-{at}.npy" for at in range(len(sources)))
    told = stages.run(
        f"{name}: {chunk[0]}",
        {str(at): chunk[1](source, out) for at, (source, out) in enumerate(zip(sources, chunks, strict=True))},
    ).values()
    n_ranges = 1 + sum(one["n"] for one in told) // at_once
    edges = pairwise(at * n_nodes // n_ranges for at in range(n_ranges + 1))
    files = tuple(folder / f"{at}.npy" for at in range(n_ranges))
    merged = stages.run(
        f"{name}: {merge[0]}",
        {str(at): merge[1](chunks, low, high, files[at]) for at, (low, high) in enumerate(edges)},
    )
    return files, list(merged.values())
