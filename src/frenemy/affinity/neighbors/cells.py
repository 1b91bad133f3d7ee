"""Approximate nearest neighbors by an inverted file: search only the cells around each row.

Jégou, Douze & Schmid, "Product quantization for nearest neighbor search", 2011, section 4: inverted lists of a coarse
quantizer. Here every row is a query, so all queries of a cell share their candidates, and one matrix product per cell
is enough.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.affinity.neighbors.block_search import Candidates, search
from frenemy.affinity.neighbors.block_work import do_blocks
from frenemy.problem.array_types import Floats32, Ints, Ints32
from frenemy.run import OnStage

CELL_SIZE = 256  # rows in a cell, on average
N_PROBED = 32  # cells to search for each cell, itself included
_KMEANS_ROUNDS = 4
_ROWS_PER_CENTER = 24  # in the sample for k-means
_STEP = 4096  # rows to assign per block
_QUERIES = 512  # of a cell per block
_MAX_CELL_ROWS = 8192  # rows of a cell to search together: only equal rows make cells larger than this


@dataclass(frozen=True, eq=False)
class Cells:
    """Rows ordered by their nearest center.

    Attributes
    ----------
    centers : (n_cells, d) float32
    order : (n,) int32
        The rows, cell by cell, in ascending order inside a cell.
    begin : (n_cells + 1,) int64
        Where in ``order`` each cell begins.
    """

    centers: Floats32
    order: Ints32
    begin: Ints


def cell_nearest(
    points: Floats32, n_neighbors: int, *, seed: int = 0, threads: int = 1, on_stage: OnStage | None = None
) -> tuple[Ints32, Floats32]:
    """Ids and squared distances of approximate nearest neighbors of every row; -1 and inf if too few were found."""
    cells = make_cells(points, max(1, round(len(points) / CELL_SIZE)), seed=seed, threads=threads, on_stage=on_stage)
    n_probed = min(N_PROBED, len(cells.centers))
    probed = search_centers(cells.centers, cells.centers, n_probed, threads=threads)
    ordered = points[cells.order]
    found = np.empty((len(points), n_neighbors), np.int32)
    squares = np.empty((len(points), n_neighbors), np.float32)

    def work(block: tuple[int, int, int]) -> None:
        cell, begin, first_query = block
        own = slice(begin, min(begin + _MAX_CELL_ROWS, cells.begin[cell + 1]))
        others = probed[cell][probed[cell] != cell]
        parts = [
            own,
            *(
                slice(at, min(at + _MAX_CELL_ROWS, end))
                for at, end in zip(cells.begin[others], cells.begin[others + 1], strict=True)
            ),
        ]
        candidates = Candidates.of(
            np.concatenate([ordered[part] for part in parts]), np.concatenate([cells.order[part] for part in parts])
        )
        at = np.arange(first_query, min(first_query + _QUERIES, own.stop - own.start))
        rows = candidates.ids[at]
        found[rows], squares[rows] = search(candidates.rows[at], at, candidates, n_neighbors)

    blocks = [
        (cell, begin, first_query)
        for cell in range(len(cells.centers))
        for begin in range(int(cells.begin[cell]), int(cells.begin[cell + 1]), _MAX_CELL_ROWS)
        for first_query in range(0, min(_MAX_CELL_ROWS, int(cells.begin[cell + 1]) - begin), _QUERIES)
    ]
    do_blocks(work, blocks, threads=threads, stage="neighbors", on_stage=on_stage)
    return found, squares


def make_cells(
    points: Floats32, n_cells: int, *, seed: int = 0, threads: int = 1, on_stage: OnStage | None = None
) -> Cells:
    """Centers by a few rounds of k-means on a sample, and the rows of each cell."""
    rng = np.random.default_rng(seed)
    sample = np.sort(rng.choice(len(points), size=min(len(points), _ROWS_PER_CENTER * n_cells), replace=False))
    placed = points[sample]
    centers = placed[np.sort(rng.choice(len(placed), size=n_cells, replace=False))]
    for _ in range(_KMEANS_ROUNDS):
        centers = _moved(centers, placed, search_centers(placed, centers, 1, threads=threads)[:, 0])
    nearest = search_centers(points, centers, 1, threads=threads, on_stage=on_stage)[:, 0]
    order = np.argsort(nearest, kind="stable").astype(np.int32)
    begin = np.concatenate(([0], np.cumsum(np.bincount(nearest, minlength=n_cells))))
    return Cells(centers, order, begin)


def search_centers(
    points: Floats32, centers: Floats32, n_nearest: int, *, threads: int = 1, on_stage: OnStage | None = None
) -> Ints32:
    """The nearest centers of every row, unordered, (n, n_nearest); rounding may break ties."""
    half_norms = 0.5 * np.einsum("ij,ij->i", centers, centers)
    found = np.empty((len(points), n_nearest), np.int32)

    def work(begin: int) -> None:
        rough = points[begin : begin + _STEP] @ centers.T
        np.subtract(half_norms, rough, out=rough)
        if n_nearest == 1:
            found[begin : begin + _STEP, 0] = rough.argmin(axis=1)
        elif n_nearest == len(centers):
            found[begin : begin + _STEP] = np.arange(n_nearest)
        else:
            found[begin : begin + _STEP] = np.argpartition(rough, n_nearest, axis=1)[:, :n_nearest]

    do_blocks(work, range(0, len(points), _STEP), threads=threads, stage="cells", on_stage=on_stage)
    return found


def _moved(centers: Floats32, points: Floats32, nearest: Ints32) -> Floats32:
    """Every center moved to the mean of its nearest rows; a center without rows stays."""
    order = np.argsort(nearest, kind="stable")
    count = np.bincount(nearest, minlength=len(centers))
    used = count > 0
    begin = (np.cumsum(count) - count)[used]
    moved = centers.copy()
    moved[used] = np.add.reduceat(points[order], begin, axis=0) / count[used, None]
    return moved
