"""All distances, in blocks of rows."""

from __future__ import annotations

import numpy as np

from frenemy.affinity.neighbors.block_search import Candidates, Floats, Indices, search
from frenemy.affinity.neighbors.block_work import OnStage, do_blocks

_AT_ONCE = 2**23  # distances in a block: 32 MB, some hundredths of a second
_FEWEST, _MOST = 16, 512  # rows in a block


def exact_nearest(
    points: Floats, n_neighbors: int, *, threads: int = 1, on_stage: OnStage | None = None
) -> tuple[Indices, Floats]:
    """Ids and squared distances of the nearest others of every row, by measuring all pairs."""
    n = len(points)
    candidates = Candidates.of(points, np.arange(n, dtype=np.int32))
    found = np.empty((n, n_neighbors), np.int32)
    squares = np.empty((n, n_neighbors), np.float32)
    step = min(max(_AT_ONCE // max(n, 1), _FEWEST), _MOST)

    def work(begin: int) -> None:
        block = slice(begin, begin + step)
        found[block], squares[block] = search(points[block], np.arange(n)[block], candidates, n_neighbors)

    do_blocks(work, range(0, n, step), threads=threads, stage="neighbors", on_stage=on_stage)
    return found, squares
