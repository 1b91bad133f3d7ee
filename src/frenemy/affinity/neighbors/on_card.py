"""Exact nearest neighbors on an NVIDIA card: all distances by matrix products, in blocks of queries."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Any

import numpy as np

from frenemy.affinity.neighbors.block_search import Candidates, product_rounding, search
from frenemy.problem.array_types import Floats32, Ints32
from frenemy.run import OnStage
from frenemy.solvers.gpu.card import load_cupy

_THREADS = 256  # as in nearest.cu
_MAX_PER_THREAD = 8
_MAX_NEIGHBORS = 256
_MAX_PRODUCTS = 2**30  # in a block: 4 GB, if a quarter of the free memory has room for them
_MAX_QUERIES = 4096  # in a block
_HOST_QUERIES = 64


def card_nearest(points: Floats32, n_neighbors: int, *, on_stage: OnStage | None = None) -> tuple[Ints32, Floats32]:
    """Ids and squared distances of the nearest neighbors of every row, from all pairs."""
    cupy = load_cupy()
    if n_neighbors > _MAX_NEIGHBORS:
        raise ValueError(f'method "gpu" finds at most {_MAX_NEIGHBORS} neighbors of a row, got {n_neighbors}')
    n, d = points.shape
    step = _queries_at_once(cupy, n, d, n_neighbors)
    candidates = Candidates.of(points, np.arange(n, dtype=np.int32))
    rows, half_norms = cupy.asarray(points), cupy.asarray(np.ascontiguousarray(candidates.factors[:, -1]))
    found, squares = cupy.empty((n, n_neighbors), np.int32), cupy.empty((n, n_neighbors), np.float32)
    products = cupy.empty((step, n), np.float32)
    per_thread = 1 if 8 * n_neighbors <= _THREADS else _MAX_PER_THREAD  # fewer groups are sorted more quickly
    kernel, rounding = _kernel(cupy.cuda.Device().id), np.float32(product_rounding(d))
    for begin in range(0, n, step):
        end = min(n, begin + step)
        if on_stage is not None:
            on_stage("neighbors", begin / n)
        cupy.matmul(rows[begin:end], rows.T, out=products[: end - begin])
        numbers = (np.int32(number) for number in (n, d, n_neighbors, per_thread, begin))
        args = (*numbers, rows, half_norms, products, rounding, found[begin:end], squares[begin:end])
        kernel((end - begin,), (_THREADS,), args)
        cupy.cuda.get_current_stream().synchronize()  # Ctrl-C is seen between blocks
    indices, measured = found.get(), squares.get()
    crowded = np.flatnonzero(indices[:, 0] < 0)  # more close rows than the kernel has room for, such as equal rows
    for first in range(0, len(crowded), _HOST_QUERIES):
        some = crowded[first : first + _HOST_QUERIES]
        indices[some], measured[some] = search(points[some], some, candidates, n_neighbors)
    if on_stage is not None:
        on_stage("neighbors", 1.0)
    return indices, measured


@functools.cache
def _kernel(device: int) -> Any:  # noqa: ARG001  one per device
    source = (resources.files("frenemy.affinity.neighbors") / "nearest.cu").read_text(encoding="utf-8")
    return (
        load_cupy().RawModule(code=source, options=("-std=c++17", "--fmad=false")).get_function("nearest_of_products")
    )


def _queries_at_once(cupy: Any, n: int, d: int, n_neighbors: int) -> int:
    """As many as memory allows; the neighbors do not depend on it."""
    free = cupy.cuda.runtime.memGetInfo()[0] + cupy.get_default_memory_pool().free_bytes()
    step = min(max(1, min(_MAX_PRODUCTS, free // 16) // n), _MAX_QUERIES, n)
    needed = 4 * (n * (d + 1) + step * n + 2 * n * n_neighbors)
    if needed > free:
        raise ValueError(
            f"the rows do not fit on the card: {n:,} rows of {d} numbers need about {needed / 1e9:.1f} GB, "
            f"{free / 1e9:.1f} GB are free"
        )
    return int(step)
