"""Pairs between groups of nodes, each once, with the sum of what they weigh: a group-by over files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import ends, open_array, pair_array, save_array


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


@dataclass(frozen=True)
class SumChunk:
    """The pairs of a file between the nodes that theirs are now, summed and sorted."""

    source: Slice
    now: Path
    out: Path

    def __call__(self) -> dict[str, Any]:
        u, v, w = ends(self.source.pairs())
        now = open_array(self.now)
        a, b = now[u], now[v]
        is_between = a != b
        a, b = np.minimum(a, b)[is_between], np.maximum(a, b)[is_between]
        summed = _summed(a, b, w[is_between])
        save_array(self.out, summed)
        return {"n": len(summed)}


@dataclass(frozen=True)
class SumRange:
    """The pairs of all files whose smaller node is in a range, summed."""

    files: tuple[Path, ...]
    low: int
    high: int
    out: Path

    def __call__(self) -> dict[str, Any]:
        summed = _summed(*ends(within(self.files, self.low, self.high)))
        save_array(self.out, summed)
        return {"n": len(summed)}


def within(files: Sequence[Path], low: int, high: int) -> npt.NDArray[Any]:
    """Those of sorted files whose smaller node is in a range, file after file."""
    parts = []
    for file in files:
        pairs = open_array(file)
        begin, end = np.searchsorted(pairs["u"], (low, high))
        parts.append(np.array(pairs[begin:end]))
    return np.concatenate(parts)


def ranges(n_pairs: int, at_once: int, n_nodes: int) -> list[tuple[int, int]]:
    """Of nodes, so many that there are about so many pairs at once."""
    n_ranges = 1 + n_pairs // at_once
    edges = [at * n_nodes // n_ranges for at in range(n_ranges + 1)]
    return list(pairwise(edges))


def key_order(u: npt.NDArray[np.int32], v: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """What sorts pairs, and their keys sorted."""
    keys = u.astype(np.int64) << 32 | v
    order = np.argsort(keys, kind="stable")
    return order, keys[order]


def _summed(u: npt.NDArray[np.int32], v: npt.NDArray[np.int32], w: npt.NDArray[np.float64]) -> npt.NDArray[Any]:
    order, ordered = key_order(u, v)
    begins = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1]))) if len(u) else np.empty(0, int)
    sums = np.add.reduceat(w[order], begins) if len(begins) else np.empty(0)
    kept = ordered[begins]
    return pair_array((kept >> 32).astype(np.int32), (kept & 0xFFFFFFFF).astype(np.int32), sums)


def sum_pairs(
    stages: Stages,
    name: str,
    sources: Sequence[Slice],
    now: Path,
    *,
    n_nodes: int,
    at_once: int,
) -> tuple[tuple[Path, ...], int]:
    """Files of the pairs between the nodes that others have become, each pair once, and how many there are.

    Parameters
    ----------
    sources : sequence of Slice
    now : Path
        What each node has become.
    at_once : int
        Pairs that are summed at once.
    """
    folder = stages.folder / "summed" / name
    chunks = tuple(folder / f"chunk-{at}.npy" for at in range(len(sources)))
    counts = stages.run(
        f"{name}: sum",
        {str(at): SumChunk(source, now, out) for at, (source, out) in enumerate(zip(sources, chunks, strict=True))},
    ).values()
    edges = ranges(sum(one["n"] for one in counts), at_once, n_nodes)
    files = tuple(folder / f"{at}.npy" for at in range(len(edges)))
    told = stages.run(
        f"{name}: merge",
        {
            str(at): SumRange(chunks, low, high, out)
            for at, ((low, high), out) in enumerate(zip(edges, files, strict=True))
        },
    ).values()
    return files, sum(one["n"] for one in told)
