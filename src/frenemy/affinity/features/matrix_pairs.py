"""Pairs of a precomputed matrix of weights, probabilities or distances, dense or sparse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import unmasked
from frenemy.problem.sources.matrices import is_sparse
from frenemy.problem.sparse_matrices import checked_csr

_TOLERANCE, _TOLERANCE_FLOAT32 = 1e-9, 1e-5  # asymmetry, relative to the largest value, that counts as rounding


@dataclass(frozen=True, eq=False)
class MatrixPairs:
    """The pairs listed in a matrix; made by :func:`matrix_pairs`.

    Attributes
    ----------
    u, v : (n_pairs,) int
        Rows of each pair, ``u < v``. If the matrix is dense, its upper triangle, row by row.
    values : (n_pairs,) float64
    n_rows : int
    is_complete : bool
        Whether every pair is listed.
    """

    u: npt.NDArray[np.integer[Any]]
    v: npt.NDArray[np.integer[Any]]
    values: Floats
    n_rows: int
    is_complete: bool

    def between(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats:
        """Values of any pairs, if all are listed, (n_pairs,); 0 for a row with itself."""
        low, high = np.minimum(u, v).astype(np.int64), np.maximum(u, v)
        found = np.zeros(len(low))
        off = np.flatnonzero(low < high)
        i, j = low[off], high[off]
        found[off] = self.values[i * self.n_rows - i * (i + 1) // 2 + j - i - 1]
        return found


def matrix_pairs(matrix: Any) -> MatrixPairs:
    """Pairs of a symmetric or triangular matrix, without the diagonal.

    Entries that a sparse matrix does not store are not listed; stored zeros are.
    """
    if not is_sparse(matrix):
        matrix = unmasked(matrix, "a matrix of pairs")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"a matrix of pairs must be square, one row and column per node, got shape {matrix.shape}")
    return _from_dense(matrix) if isinstance(matrix, np.ndarray) else _from_sparse(matrix)


def _from_dense(matrix: npt.NDArray[Any]) -> MatrixPairs:
    u, v = np.triu_indices(len(matrix), 1)
    upper, lower = matrix[u, v].astype(np.float64), matrix[v, u].astype(np.float64)
    if lower.any() and upper.any():
        _check_equal(upper, lower, u, v, _tolerance(matrix.dtype))
    return MatrixPairs(u, v, upper if upper.any() else lower, len(matrix), True)


def _from_sparse(matrix: Any) -> MatrixPairs:
    entries = checked_csr(matrix).tocoo()
    i, j, values = *entries.coords, entries.data
    off = np.flatnonzero(i != j)
    low, high, values = np.minimum(i[off], j[off]), np.maximum(i[off], j[off]), values[off]
    order = np.lexsort((high, low))
    low, high, values = low[order], high[order], values[order]
    is_second = np.zeros(len(low), bool)  # the same pair from its other end
    is_second[1:] = (low[1:] == low[:-1]) & (high[1:] == high[:-1])
    second = np.flatnonzero(is_second)
    _check_equal(values[second - 1], values[second], low[second], high[second], _tolerance(matrix.dtype))
    kept = ~is_second
    return MatrixPairs(low[kept], high[kept], values[kept], matrix.shape[0], False)


def _tolerance(dtype: Any) -> float:
    return _TOLERANCE_FLOAT32 if dtype in (np.float16, np.float32) else _TOLERANCE


def _check_equal(
    first: Floats,
    second: Floats,
    u: npt.NDArray[Any],
    v: npt.NDArray[Any],
    tolerance: float,
) -> None:
    size = float(np.max(np.abs(first), initial=0.0))
    different = np.flatnonzero(~np.isclose(first, second, rtol=tolerance, atol=tolerance * size))
    if len(different):
        at = different[0]
        raise ValueError(
            f"the matrix is not symmetric: row {u[at]}, column {v[at]} and its mirror image hold {first[at]:g} and "
            f"{second[at]:g}; pass (X + X.T) / 2 to average them"
        )
