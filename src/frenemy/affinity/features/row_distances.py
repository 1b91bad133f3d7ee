"""Distances of pairs of rows, without overflow."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Floats, Floats32
from frenemy.problem.checked_arrays import numbers, unmasked

Metric = Literal["euclidean", "cosine", "precomputed"]
_BLOCK = 1 << 20  # numbers per block: both rows of its pairs fit into the cache
_Rows = npt.NDArray[np.floating[Any]]


class PairDistances(Protocol):
    """Distances of any pairs: between rows, or from a matrix."""

    @property
    def n_rows(self) -> int: ...

    def between(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats: ...


@dataclass(frozen=True, eq=False)
class RowDistances:
    """Distances between rows; made by :func:`row_distances`.

    Attributes
    ----------
    rows : (n, d) float
        The features; with ``metric="cosine"``, normalized to length 1.
    metric : {"euclidean", "cosine"}
    unit : float
        The distance in the features that is 1 between ``rows``.
    is_zero : (n,) bool, optional
        Which rows are zero and so have no direction.
    """

    rows: _Rows
    metric: Metric
    unit: float
    is_zero: Bools | None

    @property
    def n_rows(self) -> int:
        return len(self.rows)

    @cached_property
    def coordinates(self) -> Floats32:
        """Points of float32 with the same order of distances, (n, d), centered and within -1..1."""
        if self.metric == "cosine" or not self.rows.size:
            return np.ascontiguousarray(self.rows, dtype=np.float32)
        # The median of some rows: around the mean, one outlier would cost all others their digits in float32.
        middle = np.median(self.rows[:: -(-len(self.rows) // 1024)] / 2, axis=0) * 2
        low, high = self.rows.min(axis=0), self.rows.max(axis=0)
        largest = float(max(np.max(high - middle, initial=0.0), np.max(middle - low, initial=0.0))) or 1.0
        return np.ascontiguousarray((self.rows - middle) / largest, dtype=np.float32)

    def between(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats:
        """Distances of the pairs, (n_pairs,): Euclidean, or 1 minus the cosine."""
        squares = np.empty(len(u))
        step = max(1, _BLOCK // max(1, self.rows.shape[1]))
        for begin in range(0, len(u), step):
            part = slice(begin, begin + step)
            difference = self.rows[u[part]]
            difference -= self.rows[v[part]]
            squares[part] = np.einsum("ij,ij->i", difference, difference)
        return self._distances(squares, u, v)

    def of_all_pairs(self) -> Floats:
        """Distances in the order of ``np.triu_indices``."""
        from scipy.spatial.distance import pdist  # slow to load

        return self._distances(pdist(self.rows, "sqeuclidean"), *np.triu_indices(self.n_rows, 1))

    def _distances(self, squares: Floats, u: npt.NDArray[Any], v: npt.NDArray[Any]) -> Floats:
        if self.metric == "euclidean":
            with np.errstate(over="ignore"):
                return np.minimum(np.sqrt(squares) * self.unit, np.finfo(np.float64).max)
        squares /= 2.0
        if self.is_zero is not None:  # the cosine with a zero row is 0
            squares += self.is_zero[u] * 0.5 + self.is_zero[v] * 0.5
        return squares


def row_distances(features: npt.ArrayLike, metric: Metric = "euclidean") -> RowDistances:
    """Rows prepared for distances. Rows of zeros have no direction: their cosine with every other counts as 0."""
    if metric not in ("euclidean", "cosine"):
        raise ValueError(f"metric must be 'euclidean' or 'cosine', got {metric!r}")
    rows = _checked_rows(features)
    return _euclidean(rows) if metric == "euclidean" else _cosine(rows)


def _euclidean(rows: _Rows) -> RowDistances:
    largest = float(np.max(np.abs(rows), initial=0.0))
    limit = float(np.finfo(rows.dtype).max) ** 0.25  # sums of squares are then far from overflow
    if largest == 0.0 or 1.0 / limit < largest < limit:
        return RowDistances(rows, "euclidean", 1.0, None)
    if rows.dtype == np.float32:  # float64 holds their squares, without rescaling all rows for one outlier
        return RowDistances(rows.astype(np.float64), "euclidean", 1.0, None)
    unit = math.ldexp(1.0, math.frexp(largest)[1] - 1)  # a power of two: division is exact
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
    """Finite floats; float32 and float64 are kept."""
    given = unmasked(features, "features")
    rows = given if given.dtype in (np.float32, np.float64) else numbers(features, "features")
    if rows.ndim != 2:
        raise ValueError(f"features must be a matrix, one row per sample, got shape {rows.shape}")
    bad = np.argwhere(~np.isfinite(rows))
    if len(bad):
        i, j = bad[0]
        raise ValueError(f"features must be finite, got {rows[i, j]} at row {i}, column {j}")
    return rows
