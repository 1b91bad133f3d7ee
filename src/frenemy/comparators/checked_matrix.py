"""Symmetric matrices from outside, checked: an error shows the value and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import scipy.sparse as sp

_SAME = 1e-9  # relative difference between a_ij and a_ji that is taken for rounding


def symmetric_matrix(matrix: Any, name: str, *, is_positive: bool) -> sp.csr_array:
    """A copy as a sparse matrix without stored zeros."""
    import scipy.sparse as sp

    if not sp.issparse(matrix):
        matrix = np.asarray(matrix)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"{name} must be a square matrix, got shape {matrix.shape}")
    if matrix.dtype.kind not in "biuf":
        raise ValueError(f"{name} must be real, got {matrix.dtype}")
    a = sp.csr_array(matrix, dtype=np.float64, copy=True)
    a.sum_duplicates()
    a.eliminate_zeros()
    entries = a.tocoo()
    _check(~np.isfinite(entries.data), entries, f"{name} must be finite")
    if is_positive:
        _check(entries.data < 0.0, entries, f"{name} must not be negative")
    difference = (a - a.T).tocoo()
    rows, columns = difference.coords
    wrong = np.flatnonzero(np.abs(difference.data) > _SAME * np.abs(entries.data).max(initial=0.0))
    if len(wrong):
        i, j = int(rows[wrong[0]]), int(columns[wrong[0]])
        raise ValueError(f"{name} must be symmetric, got {a[i, j]} at ({i}, {j}) and {a[j, i]} at ({j}, {i})")
    return a


def _check(is_wrong: Any, entries: sp.coo_array, message: str) -> None:
    at = np.flatnonzero(is_wrong)
    if len(at):
        rows, columns = entries.coords
        raise ValueError(f"{message}, got {entries.data[at[0]]} at row {rows[at[0]]}, column {columns[at[0]]}")
