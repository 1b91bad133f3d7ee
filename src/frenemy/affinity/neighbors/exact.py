"""Exact nearest neighbors: all distances, in blocks of rows."""

from __future__ import annotations

import numpy as np

from frenemy.affinity.neighbors.block_search import Candidates, search
from frenemy.affinity.neighbors.block_work import do_blocks
from frenemy.problem.array_types import Floats32, Ints32
from frenemy.run import OnStage

_DISTANCES_PER_BLOCK = 2**23  # 32 MB, some hundredths of a second
_MIN_ROWS, _MAX_ROWS = 16, 512  # in a block


def exact_nearest(
    points: Floats32, n_neighbors: int, *, threads: int = 1, on_stage: OnStage | None = None
) -> tuple[Ints32, Floats32]:
    """Ids and squared distances of the nearest neighbors of every row, from all pairs."""
    n = len(points)
    candidates = Candidates.of(points, np.arange(n, dtype=np.int32))
    found = np.empty((n, n_neighbors), np.int32)
    squares = np.empty((n, n_neighbors), np.float32)
    step = min(max(_DISTANCES_PER_BLOCK // max(n, 1), _MIN_ROWS), _MAX_ROWS)

    def work(begin: int) -> None:
        block = slice(begin, begin + step)
        found[block], squares[block] = search(points[block], np.arange(n)[block], candidates, n_neighbors)

    do_blocks(work, range(0, n, step), threads=threads, stage="neighbors", on_stage=on_stage)
    return found, squares
