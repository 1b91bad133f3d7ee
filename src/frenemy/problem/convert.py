"""Convert matrices and graphs to a Problem."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.problem import Problem
from frenemy.problem.checked_arrays import MAX_NODES, check_unmasked, numbers, whole_number
from frenemy.problem.sparse_matrices import checked_csr

if TYPE_CHECKING:
    import scipy.sparse as sp

Symmetrize = Literal["mean", "sum"]
# Differences between W_ij and W_ji up to this share of the largest weight count as rounding.
_SYMMETRY_TOLERANCE, _SYMMETRY_TOLERANCE_FLOAT32 = 1e-9, 1e-5


def as_problem(
    data: Any,
    *,
    missing: float | None = None,
    sizes: npt.ArrayLike | None = None,
    symmetrize: Symmetrize | None = None,
    weight: str | None = "weight",
) -> Problem:
    """Convert a matrix or graph with signed weights to a Problem.

    Parameters
    ----------
    data : Problem, scipy.sparse or dense matrix, networkx or igraph graph
        A matrix must be symmetric or triangular; its diagonal is ignored. Entries that a sparse matrix does not store
        are unlisted pairs; a dense matrix lists every pair. The nodes of a graph are numbered in its own order.
    missing, sizes
        As in :meth:`Problem.from_edges`.
    symmetrize : {"mean", "sum"}, optional
        How to combine ``W_ij`` and ``W_ji``, or the two directions of a directed graph. By default, asymmetric
        matrices and directed graphs are errors.
    weight : str, optional
        Edge attribute that holds the weights; None gives every edge weight 1.

    Examples
    --------
    >>> import numpy as np, frenemy as fr
    >>> fr.as_problem(np.array([[0, 1, -2], [1, 0, 3], [-2, 3, 0]]))
    Problem(n_nodes=3, n_edges=3)
    """
    if symmetrize not in (None, "mean", "sum"):
        raise ValueError(f"symmetrize must be None, 'mean' or 'sum', got {symmetrize!r}")
    if isinstance(data, Problem):
        if missing is not None or sizes is not None:
            raise ValueError("missing and sizes cannot be set for an existing Problem")
        return data
    absent = 0.0 if missing is None else missing
    if is_sparse(data):
        return _from_sparse(data, absent, sizes, symmetrize)
    if hasattr(data, "vcount") and hasattr(data, "get_edgelist"):
        return _from_igraph(data, absent, sizes, symmetrize, weight)
    if hasattr(data, "is_directed") and hasattr(data, "nodes") and hasattr(data, "edges"):
        return _from_networkx(data, absent, sizes, symmetrize, weight)
    return _from_dense(data, absent, sizes, symmetrize)


def is_sparse(data: Any) -> bool:
    """Whether this is a scipy.sparse matrix, without importing scipy.sparse."""
    return "scipy.sparse" in sys.modules and bool(sys.modules["scipy.sparse"].issparse(data))


def _from_sparse(matrix: Any, missing: float, sizes: npt.ArrayLike | None, symmetrize: Symmetrize | None) -> Problem:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of weights must be square, got shape {matrix.shape}")
    if matrix.dtype.kind not in "biuf":
        raise ValueError(f"a matrix of weights must be real, got {matrix.dtype}")
    whole_number(matrix.shape[0], "the number of rows", maximum=MAX_NODES)
    w = checked_csr(matrix)
    entries = w.tocoo()
    rows, columns, weights = *entries.coords, entries.data
    _check_finite(weights, rows, columns)
    upper, lower = rows < columns, rows > columns
    if symmetrize is None and upper.any() and lower.any():
        _check_symmetric(w, _tolerance(matrix.dtype))
        kept, scale = upper, 1.0
    else:
        kept, scale = upper | lower, 0.5 if symmetrize == "mean" else 1.0
    return Problem.from_edges(
        rows[kept], columns[kept], scale * weights[kept], n_nodes=w.shape[0], missing=missing, sizes=sizes
    )


def _from_dense(data: Any, missing: float, sizes: npt.ArrayLike | None, symmetrize: Symmetrize | None) -> Problem:
    try:
        matrix = np.asarray(data)
        if matrix.dtype.kind not in "biuf":
            raise TypeError
    except (TypeError, ValueError):
        raise ValueError(
            f"cannot read weights from {type(data).__name__}{_dtype_of(data)}; use a square matrix of real numbers, "
            "a networkx or igraph graph, or a Problem"
        ) from None
    check_unmasked(data, "the matrix of weights")
    tolerance = _tolerance(matrix.dtype)
    matrix = matrix.astype(np.float64, copy=False)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of weights must be square, got shape {matrix.shape}")
    bad = np.argwhere(~np.isfinite(matrix) & ~np.eye(len(matrix), dtype=bool))
    if len(bad):
        i, j = bad[0]
        raise ValueError(f"weights must be finite, got {matrix[i, j]} at row {i}, column {j}")
    rows, columns = _upper_triangle(len(matrix))
    upper, lower = matrix[rows, columns], matrix[columns, rows]
    if symmetrize is not None:
        weights = (upper + lower) * (0.5 if symmetrize == "mean" else 1.0)
    elif not lower.any():
        weights = upper
    elif not upper.any():
        weights = lower
    else:
        different = np.flatnonzero(np.abs(upper - lower) > tolerance * np.abs(upper).max())
        if len(different):
            first = different[0]
            _raise_asymmetric(int(rows[first]), int(columns[first]), float(upper[first]), float(lower[first]))
        weights = upper
    return Problem.from_edges(rows, columns, weights, n_nodes=len(matrix), missing=missing, sizes=sizes)


def _dtype_of(data: Any) -> str:
    return f" of {data.dtype}" if hasattr(data, "dtype") else ""


def _upper_triangle(n: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Indices above the diagonal, row by row; peak memory is a quarter of that of ``np.triu_indices``."""
    lengths = np.arange(n - 1, -1, -1)
    rows = np.repeat(np.arange(n, dtype=np.int32), lengths)
    columns = np.arange(len(rows), dtype=np.int64) - np.repeat(np.cumsum(lengths) - lengths, lengths) + rows + 1
    return rows, columns.astype(np.int32)


def _from_networkx(
    graph: Any, missing: float, sizes: npt.ArrayLike | None, symmetrize: Symmetrize | None, weight: str | None
) -> Problem:
    number = {node: i for i, node in enumerate(graph.nodes)}
    u, v, w = [], [], []
    for a, b, attributes in graph.edges(data=True):
        if weight is not None and weight not in attributes:
            raise ValueError(
                f"edge {a!r} - {b!r} has no attribute {weight!r} (it has {sorted(map(str, attributes))}); "
                "set weight= to the right one"
            )
        if a == b:
            continue
        u.append(number[a])
        v.append(number[b])
        w.append(1.0 if weight is None else attributes[weight])
    return _from_graph_edges(u, v, w, len(number), graph.is_directed(), missing, sizes, symmetrize)


def _from_igraph(
    graph: Any, missing: float, sizes: npt.ArrayLike | None, symmetrize: Symmetrize | None, weight: str | None
) -> Problem:
    if weight is not None and weight not in graph.es.attributes():
        raise ValueError(
            f"the edges have no attribute {weight!r} (they have {sorted(graph.es.attributes())}); "
            "set weight= to the right one"
        )
    edges = np.asarray(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    w = np.ones(len(edges)) if weight is None else numbers(graph.es[weight], f"the attribute {weight!r}")
    off = edges[:, 0] != edges[:, 1]
    return _from_graph_edges(
        edges[off, 0], edges[off, 1], w[off], graph.vcount(), graph.is_directed(), missing, sizes, symmetrize
    )


def _from_graph_edges(
    u: npt.ArrayLike,
    v: npt.ArrayLike,
    w: npt.ArrayLike,
    n_nodes: int,
    is_directed: bool,
    missing: float,
    sizes: npt.ArrayLike | None,
    symmetrize: Symmetrize | None,
) -> Problem:
    if is_directed and symmetrize is None:
        raise ValueError("the graph is directed; use symmetrize='sum' or 'mean' to combine its two directions")
    scale = 0.5 if is_directed and symmetrize == "mean" else 1.0
    weights = scale * numbers(w, "the weights of edges")
    return Problem.from_edges(u, v, weights, n_nodes=n_nodes, missing=missing, sizes=sizes)


def _check_finite(weights: npt.NDArray[np.float64], rows: npt.NDArray[Any], columns: npt.NDArray[Any]) -> None:
    bad = np.flatnonzero(~np.isfinite(weights) & (rows != columns))
    if len(bad):
        at = bad[0]
        raise ValueError(f"weights must be finite, got {weights[at]} at row {rows[at]}, column {columns[at]}")


def _check_symmetric(matrix: sp.csr_array, tolerance: float) -> None:
    rows, columns = (matrix - matrix.T).tocoo().coords
    off = rows != columns
    rows, columns = rows[off], columns[off]
    if not len(rows):
        return
    first, second = matrix[rows, columns], matrix[columns, rows]
    wrong = np.flatnonzero(np.abs(first - second) > tolerance * np.abs(matrix.data).max())
    if len(wrong):
        at = wrong[0]
        _raise_asymmetric(int(rows[at]), int(columns[at]), float(first[at]), float(second[at]))


def _tolerance(dtype: np.dtype[Any]) -> float:
    return _SYMMETRY_TOLERANCE_FLOAT32 if dtype in (np.float16, np.float32) else _SYMMETRY_TOLERANCE


def _raise_asymmetric(i: int, j: int, first: float, second: float) -> None:
    raise ValueError(
        f"the matrix is not symmetric: row {i}, column {j} holds {first:g} but row {j}, column {i} holds {second:g}; "
        "use symmetrize='mean' or 'sum' to combine them"
    )
