"""Rows of features, checked once: an error shows the value and where it stands."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import numbers

LARGEST = 1e100  # value to learn from; sums of squares of it are still numbers

Floats = npt.NDArray[Any]  # float32 or float64


def checked_features(features: npt.ArrayLike, *, n_features: int | None = None) -> Floats:
    """Finite rows, (n, d); float32 stays so, anything else becomes float64."""
    given = np.asarray(features)
    rows = given if given.dtype in (np.float32, np.float64) else numbers(features, "features")
    if rows.ndim != 2:
        raise ValueError(f"features must be two-dimensional, a row for each thing, got shape {rows.shape}")
    if n_features is not None and rows.shape[1] != n_features:
        raise ValueError(f"features must have {n_features} columns, as those it was learned from, got {rows.shape[1]}")
    if not rows.shape[1]:
        raise ValueError(f"features must have at least one column, got shape {rows.shape}")
    # One sum tells of most arrays that they are fine, without a second array of their size.
    with np.errstate(over="ignore", invalid="ignore"):
        is_fine = bool(np.isfinite(rows.sum(dtype=np.float64)))
    if not is_fine:
        _refuse_not_finite(rows)
    largest = max(float(rows.max(initial=0.0)), -float(rows.min(initial=0.0)))
    if largest > LARGEST:
        raise ValueError(f"features must be of a size that can be squared, got {largest}: scale them")
    return rows


def _refuse_not_finite(rows: Floats) -> None:
    bad = np.argwhere(~np.isfinite(rows))
    if len(bad):
        row, column = bad[0]
        raise ValueError(
            f"features must be finite, got {rows[row, column]} at row {row}, column {column}: "
            "fill in or leave out what is NaN or inf"
        )


def check_varied(rows: Floats) -> None:
    """That there is something to learn from: a constant column is none, all of them are too many."""
    if len(rows) and bool(np.all(rows == rows[0])):
        raise ValueError(
            f"features must differ between rows, but each column is constant over all {len(rows)} rows "
            f"(the first is {rows[0, 0]} throughout)"
        )
