"""Pairs of dense and sparse matrices."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.checked_arrays import MAX_NODES, check_unmasked, whole_number
from frenemy.problem.ids import Ids
from frenemy.problem.sources.directions import Symmetrize, combined
from frenemy.problem.sources.edges import Edges
from frenemy.problem.sparse_matrices import checked_csr

if TYPE_CHECKING:
    import scipy.sparse as sp

#: For those who give vectors where weights belong.
FEATURES = "for rows of features, use frenemy.CorrelationClustering().fit_predict(X)"

_Floats = npt.NDArray[np.float64]
# Differences between W_ij and W_ji up to this share of the largest weight count as rounding.
_SYMMETRY_TOLERANCE, _SYMMETRY_TOLERANCE_FLOAT32 = 1e-9, 1e-5


def is_sparse(data: Any) -> bool:
    """Whether this is a scipy.sparse matrix, without importing scipy.sparse."""
    return "scipy.sparse" in sys.modules and bool(sys.modules["scipy.sparse"].issparse(data))


def sparse_edges(matrix: Any, symmetrize: Symmetrize | None) -> Edges:
    """The stored entries of a scipy.sparse matrix, without its diagonal."""
    _check_square(matrix)
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
        kept = upper
    else:
        kept = upper | lower
    edges = Edges(rows[kept], columns[kept], weights[kept], w.shape[0])
    return edges if symmetrize is None else combined(edges, symmetrize)


def dense_edges(data: Any, symmetrize: Symmetrize | None, ids: Ids | None = None) -> Edges:
    """Every pair of a square matrix, or of what NumPy makes one of."""
    try:
        matrix = np.asarray(data)
        if matrix.dtype.kind not in "biuf":
            raise TypeError
    except (TypeError, ValueError):
        if isinstance(data, str | os.PathLike):
            raise ValueError(
                f"{str(data)!r} is not a table of pairs; read the file first: frenemy.solve(frenemy.io.read(path))"
            ) from None
        raise ValueError(
            f"cannot read weights from {type(data).__name__}{_dtype_of(data)}; use a square matrix of real numbers, "
            "a table, list or dict of pairs, (u, v, w), a networkx or igraph graph, or a Problem"
        ) from None
    check_unmasked(data, "the matrix of weights")
    tolerance = _tolerance(matrix.dtype)
    matrix = matrix.astype(np.float64, copy=False)
    _check_square(matrix)
    bad = np.argwhere(~np.isfinite(matrix) & ~np.eye(len(matrix), dtype=bool))
    if len(bad):
        i, j = bad[0]
        raise ValueError(f"weights must be finite, got {matrix[i, j]} at row {i}, column {j}")
    rows, columns = _upper_triangle(len(matrix))
    upper, lower = matrix[rows, columns], matrix[columns, rows]
    if symmetrize is not None:
        weights = _COMBINED[symmetrize](upper, lower)
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
    return Edges(rows, columns, weights, len(matrix), ids)


_COMBINED: dict[str, Callable[[_Floats, _Floats], _Floats]] = {
    "sum": np.add,
    "mean": lambda a, b: (a + b) * 0.5,
    "max": np.maximum,
    "min": np.minimum,
}


def _dtype_of(data: Any) -> str:
    return f" of {data.dtype}" if hasattr(data, "dtype") else ""


def _upper_triangle(n: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Indices above the diagonal, row by row; peak memory is a quarter of that of ``np.triu_indices``."""
    lengths = np.arange(n - 1, -1, -1)
    rows = np.repeat(np.arange(n, dtype=np.int32), lengths)
    columns = np.arange(len(rows), dtype=np.int64) - np.repeat(np.cumsum(lengths) - lengths, lengths) + rows + 1
    return rows, columns.astype(np.int32)


def _check_square(matrix: Any) -> None:
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        features = f"; {FEATURES}" if matrix.ndim == 2 else ""
        raise ValueError(f"a matrix of weights must be square, got shape {matrix.shape}{features}")


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
        "use symmetrize='mean', 'sum', 'max' or 'min' to combine them"
    )
