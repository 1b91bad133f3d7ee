"""Distances between rows, pair by pair, of numbers of any size."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import numbers

Metric = Literal["euclidean", "cosine", "precomputed"]
_BLOCK = 1 << 20  # numbers at a time: both rows of these pairs stay in the cache
_Rows = npt.NDArray[np.floating[Any]]


class PairDistances(Protocol):
    """Distances of which some are asked for: those of pairs of rows, or of a matrix."""

    @property
    def n_rows(self) -> int: ...

    def between(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]: ...


@dataclass(frozen=True, eq=False)
class RowDistances:
    """Rows between which distances are asked for; :func:`row_distances` makes it.

    Attributes
    ----------
    rows : (n, d) float
        The features, or with ``metric="cosine"`` their directions.
    metric : {"euclidean", "cosine"}
    unit : float
        What a distance of 1 between ``rows`` was in the features.
    is_zero : (n,) bool, optional
        Which rows have no direction.
    """

    rows: _Rows
    metric: Metric
    unit: float
    is_zero: npt.NDArray[np.bool_] | None

    @property
    def n_rows(self) -> int:
        return len(self.rows)

    @cached_property
    def coordinates(self) -> npt.NDArray[np.float32]:
        """Points of float32 with the same order of distances, (n, d), about the middle and not beyond 1."""
        if self.metric == "cosine" or not self.rows.size:
            return np.ascontiguousarray(self.rows, dtype=np.float32)
        # Of some rows: about the middle of all, one row far out would leave the others no digits in float32.
        middle = np.median(self.rows[:: -(-len(self.rows) // 1024)] / 2, axis=0) * 2
        low, high = self.rows.min(axis=0), self.rows.max(axis=0)
        largest = float(max(np.max(high - middle, initial=0.0), np.max(middle - low, initial=0.0))) or 1.0
        return np.ascontiguousarray((self.rows - middle) / largest, dtype=np.float32)

    def between(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]:
        """Distances of the pairs, (n_pairs,): Euclidean, or 1 less the cosine."""
        squares = np.empty(len(u))
        step = max(1, _BLOCK // max(1, self.rows.shape[1]))
        for begin in range(0, len(u), step):
            part = slice(begin, begin + step)
            difference = self.rows[u[part]]
            difference -= self.rows[v[part]]
            squares[part] = np.einsum("ij,ij->i", difference, difference)
        if self.metric == "euclidean":
            with np.errstate(over="ignore"):
                return np.minimum(np.sqrt(squares) * self.unit, np.finfo(np.float64).max)
        squares /= 2.0
        if self.is_zero is not None:  # the cosine with what has no direction is 0
            squares += self.is_zero[u] * 0.5 + self.is_zero[v] * 0.5
        return squares


def row_distances(features: npt.ArrayLike, metric: Metric = "euclidean") -> RowDistances:
    """Rows ready for distances. Those of zeros have no direction: their cosine with every other is taken for 0."""
    if metric not in ("euclidean", "cosine"):
        raise ValueError(f"metric must be 'euclidean' or 'cosine', got {metric!r}")
    rows = _checked_rows(features)
    return _euclidean(rows) if metric == "euclidean" else _cosine(rows)


def _euclidean(rows: _Rows) -> RowDistances:
    largest = float(np.max(np.abs(rows), initial=0.0))
    most = float(np.finfo(rows.dtype).max) ** 0.25  # so that sums of squares are far from overflowing
    if largest == 0.0 or 1.0 / most < largest < most:
        return RowDistances(rows, "euclidean", 1.0, None)
    if rows.dtype == np.float32:  # float64 holds their squares: one row far out leaves the others as they are
        return RowDistances(rows.astype(np.float64), "euclidean", 1.0, None)
    unit = math.ldexp(1.0, math.frexp(largest)[1] - 1)  # dividing by a power of two loses no digits
    return RowDistances((rows / unit).astype(rows.dtype), "euclidean", unit, None)


def _cosine(rows: _Rows) -> RowDistances:
    largest = np.max(np.abs(rows), axis=1, initial=0.0)
    is_zero = largest == 0.0
    directions = rows / np.where(is_zero, 1.0, largest)[:, None].astype(rows.dtype)
    norms = np.sqrt(np.einsum("ij,ij->i", directions, directions))
    norms[is_zero] = 1.0
    directions /= norms[:, None]
    return RowDistances(directions, "cosine", 1.0, is_zero if is_zero.any() else None)


def _checked_rows(features: npt.ArrayLike) -> _Rows:
    """Finite floats, float32 and float64 as they are."""
    given = np.asarray(features)
    rows = given if given.dtype in (np.float32, np.float64) else numbers(features, "features")
    if rows.ndim != 2:
        raise ValueError(f"features must be a matrix, one row a thing, got shape {rows.shape}")
    bad = np.argwhere(~np.isfinite(rows))
    if len(bad):
        i, j = bad[0]
        raise ValueError(f"features must be finite, got {rows[i, j]} at row {i}, column {j}")
    return rows
