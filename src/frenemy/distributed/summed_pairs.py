"""Pairs between groups of nodes, each once, with the sum of what they weigh: a group-by over files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import ends, open_array, pair_array, save_array


class Slice(NamedTuple):
    """Pairs of a file, from one on."""

    file: Path
    begins: Path | None
    task: int

    def pairs(self) -> npt.NDArray[Any]:
        """Those of the task and all after it, or all of the file."""
        return open_array(self.file)[0 if self.begins is None else int(open_array(self.begins)[self.task]) :]


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
    """The pairs of all files whose smaller node is in a range, summed.

    Attributes
    ----------
    less : float
        What is taken off each sum.
    """

    files: tuple[Path, ...]
    low: int
    high: int
    less: float
    out: Path

    def __call__(self) -> dict[str, Any]:
        parts = []
        for file in self.files:
            pairs = open_array(file)
            begin, end = np.searchsorted(pairs["u"], (self.low, self.high))
            parts.append(np.array(pairs[begin:end]))
        summed = _summed(*ends(np.concatenate(parts)))
        summed["w"] -= self.less
        save_array(self.out, summed)
        return {"n": len(summed)}


def _summed(u: npt.NDArray[np.int32], v: npt.NDArray[np.int32], w: npt.NDArray[np.float64]) -> npt.NDArray[Any]:
    keys = u.astype(np.int64) << 32 | v
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    begins = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1]))) if len(keys) else np.empty(0, int)
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
    less: float = 0.0,
) -> tuple[tuple[Path, ...], int]:
    """Files of the pairs between the nodes that others have become, each pair once, and how many there are.

    Parameters
    ----------
    sources : sequence of Slice
    now : Path
        What each node has become.
    at_once : int
        Pairs that are summed at once.
    less : float
        What is taken off each sum.
    """
    folder = stages.folder / "summed" / name
    chunks = tuple(folder / f"chunk-{at}.npy" for at in range(len(sources)))
    counts = stages.run(
        f"{name}: sum",
        {str(at): SumChunk(source, now, out) for at, (source, out) in enumerate(zip(sources, chunks, strict=True))},
    ).values()
    n_ranges = 1 + sum(one["n"] for one in counts) // at_once
    edges = [at * n_nodes // n_ranges for at in range(n_ranges + 1)]
    files = tuple(folder / f"{at}.npy" for at in range(n_ranges))
    told = stages.run(
        f"{name}: merge",
        {str(at): SumRange(chunks, edges[at], edges[at + 1], less, out) for at, out in enumerate(files)},
    ).values()
    return files, sum(one["n"] for one in told)
