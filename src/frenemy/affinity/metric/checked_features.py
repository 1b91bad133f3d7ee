"""Checks of feature rows; errors show the value and its position."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.checked_arrays import numbers, unmasked

MAX_VALUE = 1e100  # sums of its squares are finite

Reals = npt.NDArray[Any]  # float32 or float64


def checked_features(features: npt.ArrayLike, *, n_features: int | None = None) -> Reals:
    """Finite rows, (n, d); float32 is kept, anything else becomes float64."""
    given = unmasked(features, "features")
    rows = given if given.dtype in (np.float32, np.float64) else numbers(features, "features")
    if rows.ndim != 2:
        raise ValueError(f"features must be two-dimensional, one row per sample, got shape {rows.shape}")
    if n_features is not None and rows.shape[1] != n_features:
        raise ValueError(f"features must have {n_features} columns, as the training features, got {rows.shape[1]}")
    if not rows.shape[1]:
        raise ValueError(f"features must have at least one column, got shape {rows.shape}")
    # A finite sum shows that all values are finite, without a second array of this size.
    with np.errstate(over="ignore", invalid="ignore"):
        is_fine = bool(np.isfinite(rows.sum(dtype=np.float64)))
    if not is_fine:
        _refuse_not_finite(rows)
    largest = max(float(rows.max(initial=0.0)), -float(rows.min(initial=0.0)))
    if largest > MAX_VALUE:
        raise ValueError(f"features are too large to square, got {largest}: rescale them")
    return rows


def _refuse_not_finite(rows: Reals) -> None:
    bad = np.argwhere(~np.isfinite(rows))
    if len(bad):
        row, column = bad[0]
        raise ValueError(
            f"features must be finite, got {rows[row, column]} at row {row}, column {column}: "
            "impute or drop NaN and inf"
        )


def check_varied(rows: Reals) -> None:
    """Refuse features of which every column is constant."""
    if len(rows) and bool(np.all(rows == rows[0])):
        raise ValueError(
            f"features must differ between rows, but each column is constant over all {len(rows)} rows "
            f"(the first is {rows[0, 0]} throughout)"
        )
