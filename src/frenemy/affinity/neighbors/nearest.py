"""Nearest neighbors by an exact or approximate method."""

from __future__ import annotations

import logging
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from frenemy.affinity.neighbors.cells import cell_nearest
from frenemy.affinity.neighbors.exact import exact_nearest
from frenemy.affinity.neighbors.neighbors import Neighbors
from frenemy.affinity.neighbors.on_card import card_nearest
from frenemy.affinity.neighbors.usearch_index import load_usearch, usearch_nearest
from frenemy.problem.array_types import Floats32
from frenemy.problem.checked_arrays import MAX_NODES, thread_count, unmasked, whole_number
from frenemy.run import OnStage
from frenemy.solvers.gpu.card import load_cupy

Method = Literal["auto", "exact", "cells", "usearch", "gpu"]

_log = logging.getLogger(__name__)

_MAX_EXACT_WORK = 2.5e11  # multiplications: about ten seconds on one core
_MAX_DISTANCE = 1e18  # from the center: larger squares overflow float32


def nearest(
    points: npt.ArrayLike,
    /,
    *,
    n_neighbors: int,
    method: Method = "auto",
    seed: int = 0,
    threads: int = 1,
    on_stage: OnStage | None = None,
) -> Neighbors:
    """The nearest neighbors of every row in Euclidean distance.

    Every method computes the returned distances from differences, so equal rows are at distance 0. Ties go to the row
    with the smaller index. The result does not depend on ``threads``.

    Parameters
    ----------
    points : (n, d) float
        Finite.
    n_neighbors : int
        At least 1; capped at ``n - 1`` for ``n`` rows.
    method : {"auto", "exact", "cells", "usearch", "gpu"}
        ``"exact"`` computes the distances of all pairs, in blocks; ``"gpu"`` does the same on an NVIDIA card (extra
        ``gpu``). ``"cells"`` searches the cells of a k-means quantizer around each row. ``"usearch"`` searches
        proximity graphs (extra ``neighbors``). These two are approximate and may miss some neighbors. ``"auto"`` is
        exact up to about 45,000 rows with 128 columns, and ``"cells"`` beyond.
    seed : int
        Seed of the initial centers of the cells.
    threads : int
        Maximum number of threads.
    on_stage : callable, optional
        Called with the name of the stage and its progress from 0 to 1.

    Returns
    -------
    Neighbors
        ``indices``, ``distances`` and the ``method`` that found them.

    Examples
    --------
    >>> from frenemy.affinity.neighbors import nearest
    >>> found = nearest([[0.0, 0.0], [3.0, 4.0], [0.0, 1.0]], n_neighbors=2)
    >>> found.indices
    array([[2, 1],
           [2, 0],
           [0, 1]], dtype=int32)
    >>> found.distances[0].round(3)
    array([1., 5.], dtype=float32)
    """
    rows = centered(points)
    n, d = rows.shape
    n_neighbors = min(whole_number(n_neighbors, "n_neighbors", minimum=1), max(n - 1, 0))
    threads = thread_count(threads)
    if method not in get_args(Method):
        raise ValueError(f"method must be one of {', '.join(map(repr, get_args(Method)))}, got {method!r}")
    if method == "usearch":
        load_usearch()
    if method == "gpu":
        load_cupy()
    if method == "auto":
        method = "exact" if float(n) * n * d <= _MAX_EXACT_WORK else "cells"
    if n_neighbors == 0 or d == 0:
        method = "exact"
    _log.info("%d nearest of %d rows of %d numbers: %s", n_neighbors, n, d, method)
    if n_neighbors == 0:
        indices, squares = np.empty((n, 0), np.int32), np.empty((n, 0), np.float32)
    elif method == "exact":
        indices, squares = exact_nearest(rows, n_neighbors, threads=threads, on_stage=on_stage)
    elif method == "gpu":
        indices, squares = card_nearest(rows, n_neighbors, on_stage=on_stage)
    elif method == "cells":
        indices, squares = cell_nearest(rows, n_neighbors, seed=seed, threads=threads, on_stage=on_stage)
    else:
        indices, squares = usearch_nearest(rows, n_neighbors, threads=threads, on_stage=on_stage)
    return Neighbors(indices, np.sqrt(squares, out=squares), method)


def centered(points: npt.ArrayLike) -> Floats32:
    """Centered rows as float32, since products of values far from 0 would lose digits.

    An error shows the first value that is not finite or too large to be squared.
    """
    array = unmasked(points, "points")
    if array.ndim != 2:
        raise ValueError(f"points must have two dimensions, one row per point, got shape {array.shape}")
    if array.dtype.kind not in "fiub":
        raise ValueError(f"points must be numbers, got {array.dtype}")
    if len(array) > MAX_NODES:
        raise ValueError(f"points must have at most {MAX_NODES} rows, got {len(array)}")
    with np.errstate(invalid="ignore", over="ignore"):
        middle = array.mean(axis=0, dtype=np.float64) if len(array) else np.zeros(array.shape[1])
    if not np.isfinite(middle).all():
        bad = np.argwhere(~np.isfinite(array))
        if len(bad):
            i, j = bad[0]
            raise ValueError(f"points must be finite, got {array[i, j]} at row {i}, column {j}")
    if len(array):  # the median of some rows, as outliers would shift the mean
        middle = np.median(array[:: -(-len(array) // 1024)], axis=0).astype(np.float64)
    rows = np.empty(array.shape, np.float32)
    step = max(1, 2**20 // max(1, array.shape[1]))
    for begin in range(0, len(array), step):
        block = array[begin : begin + step] - middle
        far = np.argwhere(~(np.abs(block) <= _MAX_DISTANCE))
        if len(far):
            i, j = int(far[0, 0]) + begin, int(far[0, 1])
            raise ValueError(
                f"points must be within {_MAX_DISTANCE:g} of their center, got {array[i, j]} at row {i}, column {j}; "
                "scale them first"
            )
        rows[begin : begin + step] = block
    return rows
