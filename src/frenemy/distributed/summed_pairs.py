"""Pairs between groups of nodes, each once, with the sum of what they weigh: a group-by over files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.distributed.regrouping import Slice, key_order, regroup, within
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import ends, open_array, pair_array, save_array


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
    files, told = regroup(
        stages,
        name,
        sources,
        n_nodes=n_nodes,
        at_once=at_once,
        chunk=("sum", lambda source, out: SumChunk(source, now, out)),
        merge=("merge", SumRange),
    )
    return files, sum(one["n"] for one in told)
