"""Nearest candidates of a block of queries: one matrix product, then exact distances of the few close pairs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats32, Ints32

_GROUPS = 8  # times n_neighbors: more groups let fewer unneeded pairs pass the limit
_MAX_EXACT = 6  # times n_neighbors: pairs measured exactly per query; more are ties
_ROUNDING = 4.0 * float(np.finfo(np.float32).eps)
_MAX_DIFFERENCES = 2**21  # numbers in an array of differences


@dataclass(frozen=True, eq=False)
class Candidates:
    """Rows to search, prepared for matrix products.

    Attributes
    ----------
    rows : (n, d) float32
    ids : (n,) int32
    factors : (n, d + 1) float32
        The rows and half their squared norms: one product then ranks the candidates by distance.
    """

    rows: Floats32
    ids: Ints32
    factors: Floats32

    @classmethod
    def of(cls, rows: Floats32, ids: Ints32) -> Candidates:
        half_norms = 0.5 * np.einsum("ij,ij->i", rows, rows)
        return cls(rows, ids, np.concatenate((rows, half_norms[:, None]), axis=1))


def search(
    queries: Floats32, own: npt.NDArray[np.intp], candidates: Candidates, n_neighbors: int
) -> tuple[Ints32, Floats32]:
    """Ids and squared distances of the nearest candidates of each query, without itself; -1 and inf if there are fewer.

    ``own`` is the position of each query among the candidates. One product gives half the squared distances of all
    pairs, ``|b|^2 / 2 - ab`` up to a constant per query, with rounding errors of the order of ``|a|^2 + |b|^2``. All
    pairs that may be among the nearest, given these errors, are then measured by their differences. So equal rows are
    at distance 0, and ties go to the smaller id. The exception is a query with more than six times ``n_neighbors``
    close pairs, for example with very many equal rows: there the product and the order of the candidates decide.
    """
    rough, error, by_candidate = _rough(queries, candidates)
    rough[np.arange(len(queries)), own] = np.inf
    rough += by_candidate  # upper bounds first, then lower bounds: only outliers themselves have large errors
    limits = np.minimum(_limits(rough, n_neighbors) + 2.0 * error, np.finfo(np.float32).max)
    rough -= 2.0 * by_candidate
    is_close = rough <= limits[:, None]
    crowded = np.flatnonzero(np.count_nonzero(is_close, axis=1) > _MAX_EXACT * n_neighbors)
    is_close[crowded] = False
    row, column = np.divmod(np.flatnonzero(is_close), rough.shape[1])
    if len(crowded):
        chosen = [_smallest(rough[i], error[i], n_neighbors) for i in crowded]
        row = np.concatenate((row, np.repeat(crowded, n_neighbors)))
        column = np.concatenate((column, *chosen))
    squares = _exact_squares(queries, row, candidates.rows, column)
    return _first(row, candidates.ids[column], squares, len(queries), n_neighbors)


def _rough(queries: Floats32, candidates: Candidates) -> tuple[Floats32, Floats32, Floats32]:
    """Half the squared distances up to a constant per query, and error bounds per query and per candidate."""
    factors = np.concatenate((-queries, np.ones((len(queries), 1), np.float32)), axis=1)
    rounding = np.float32(product_rounding(queries.shape[1]))
    error: Floats32 = rounding * np.einsum("ij,ij->i", queries, queries)
    return factors @ candidates.factors.T, error, 2.0 * rounding * candidates.factors[:, -1]


def product_rounding(n_columns: int) -> float:
    """The error of a product of rows, relative to their norms.

    Rounding errors have random signs, so they grow with the square root of the number of columns.
    """
    return _ROUNDING * float(np.sqrt(n_columns))


def _limits(rough: Floats32, n_neighbors: int) -> Floats32:
    """For each row, a limit that at least ``n_neighbors`` of its entries do not exceed, and few others.

    It is the ``n_neighbors``-th smallest of the minima of groups of entries, which takes one pass over the entries.
    """
    n_columns = rough.shape[1]
    if n_columns <= n_neighbors:
        return np.full(len(rough), np.inf, np.float32)
    n_groups = min(n_columns, _GROUPS * n_neighbors)
    whole = n_columns // n_groups
    minima = rough[:, : whole * n_groups].reshape(len(rough), whole, n_groups).min(axis=1)
    rest = rough[:, whole * n_groups :]
    minima[:, : rest.shape[1]] = np.minimum(minima[:, : rest.shape[1]], rest)
    limits: Floats32 = np.partition(minima, n_neighbors - 1, axis=1)[:, n_neighbors - 1]
    return limits


def _smallest(rough: Floats32, error: np.float32, n_neighbors: int) -> npt.NDArray[np.intp]:
    """The columns of the smallest entries of a row; entries within rounding tie, and the first ones win."""
    steps = np.floor(rough / max(float(error), 1e-30))
    last = np.partition(steps, n_neighbors - 1)[n_neighbors - 1]
    below, tied = np.flatnonzero(steps < last), np.flatnonzero(steps == last)
    return np.concatenate((below, tied[: n_neighbors - len(below)]))


def _exact_squares(
    queries: Floats32, row: npt.NDArray[np.intp], candidates: Floats32, column: npt.NDArray[np.intp]
) -> Floats32:
    squares = np.empty(len(row), np.float32)
    step = max(1, _MAX_DIFFERENCES // max(1, queries.shape[1]))
    for begin in range(0, len(row), step):
        part = slice(begin, begin + step)
        difference = queries[row[part]]
        difference -= candidates[column[part]]
        np.einsum("ij,ij->i", difference, difference, out=squares[part])
    return squares


def _first(
    row: npt.NDArray[np.intp], ids: Ints32, squares: Floats32, n_rows: int, n_neighbors: int
) -> tuple[Ints32, Floats32]:
    """The first ``n_neighbors`` of each row, by distance and id."""
    order = np.lexsort((ids, squares, row))
    row, ids, squares = row[order], ids[order], squares[order]
    count = np.bincount(row, minlength=n_rows)
    rank = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    kept = rank < n_neighbors
    found_ids = np.full((n_rows, n_neighbors), -1, np.int32)
    found_squares = np.full((n_rows, n_neighbors), np.inf, np.float32)
    found_ids[row[kept], rank[kept]] = ids[kept]
    found_squares[row[kept], rank[kept]] = squares[kept]
    return found_ids, found_squares
