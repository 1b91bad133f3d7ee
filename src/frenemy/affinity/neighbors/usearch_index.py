"""Approximate nearest neighbors by the HNSW graphs of the usearch package."""

from __future__ import annotations

from threading import Event
from typing import Any

import numpy as np

from frenemy.affinity.neighbors.block_work import do_blocks
from frenemy.problem.array_types import Floats32, Ints32
from frenemy.run import OnStage

SHARD_SIZE = 250_000  # maximum number of rows in a graph
_CONNECTIVITY, _EXPANSION_ADD, _EXPANSION_SEARCH = 16, 96, 64
_STEP = 256  # rows to add or search per block: a few hundredths of a second


def load_usearch() -> Any:
    try:
        from usearch.index import Index
    except ImportError as error:
        raise ValueError(
            'method "usearch" needs the package usearch: pip install "frenemy[neighbors]"; or use the default method'
        ) from error
    return Index


def usearch_nearest(
    points: Floats32, n_neighbors: int, *, threads: int = 1, on_stage: OnStage | None = None
) -> tuple[Ints32, Floats32]:
    """Ids and squared distances of approximate nearest neighbors of every row; -1 and inf if too few were found.

    A graph built by several threads depends on their timing. So the rows are divided into shards, each built by one
    thread, and all shards are searched. The result does not depend on the number of threads; with several shards, more
    threads build faster.
    """
    index_type = load_usearch()
    n, d = points.shape
    n_shards = -(-n // SHARD_SIZE)
    shards = [
        index_type(
            ndim=d,
            metric="l2sq",
            dtype="f32",
            connectivity=_CONNECTIVITY,
            expansion_add=_EXPANSION_ADD,
            expansion_search=max(_EXPANSION_SEARCH, 2 * n_neighbors),
        )
        for _ in range(n_shards)
    ]

    stopped = Event()

    def build(shard: int) -> None:
        rows = np.arange(shard, n, n_shards)
        for begin in range(0, len(rows), _STEP):
            if stopped.is_set():
                return
            part = rows[begin : begin + _STEP]
            shards[shard].add(part, points[part], threads=1)

    do_blocks(build, range(n_shards), threads=threads, stage="index", on_stage=on_stage, stopped=stopped)
    found = np.full((n, n_neighbors), -1, np.int32)
    squares = np.full((n, n_neighbors), np.inf, np.float32)

    def look(begin: int) -> None:
        block = slice(begin, begin + _STEP)
        found[block], squares[block] = _merged(shards, points, np.arange(n)[block], n_neighbors)

    do_blocks(look, range(0, n, _STEP), threads=threads, stage="neighbors", on_stage=on_stage)
    return found, squares


def _merged(shards: list[Any], points: Floats32, rows: np.ndarray, n_neighbors: int) -> tuple[Ints32, Floats32]:
    """The nearest rows over all shards, with distances from differences; ties go to the smaller index."""
    seen = [shard.search(points[rows], n_neighbors + 1, threads=1) for shard in shards]
    keys = np.concatenate([np.atleast_2d(one.keys) for one in seen], axis=1).astype(np.int64)
    good = np.concatenate([np.atleast_2d(one.distances) for one in seen], axis=1) < np.inf
    # If a shard has fewer rows than requested, the rest of its result is undefined.
    counts = np.concatenate([np.atleast_1d(one.counts) for one in seen]).reshape(len(seen), len(rows))
    width = n_neighbors + 1
    good &= np.concatenate([np.arange(width) < counts[i][:, None] for i in range(len(seen))], axis=1)
    good &= keys != rows[:, None]
    keys = np.where(good, keys, 0)
    difference = points[keys] - points[rows][:, None, :]
    squares = np.where(good, np.einsum("ijk,ijk->ij", difference, difference), np.inf).astype(np.float32)
    order = np.lexsort((keys, squares))[:, :n_neighbors]
    found = np.take_along_axis(np.where(good, keys, -1), order, axis=1)
    return found.astype(np.int32), np.take_along_axis(squares, order, axis=1)
