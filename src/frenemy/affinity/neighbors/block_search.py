"""The nearest of some rows to some others: one matrix product, and then the few pairs that matter exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int32]

_GROUPS = 8  # times n_neighbors: the more groups, the fewer pairs pass the limit in vain
_MOST = 6  # times n_neighbors, of pairs that are measured exactly for a row; more only tie
_ROUNDING = 4.0 * float(np.finfo(np.float32).eps)
_CELLS_AT_ONCE = 2**21  # numbers in an array of differences


@dataclass(frozen=True, eq=False)
class Candidates:
    """Rows to search among, made ready for products.

    Attributes
    ----------
    rows : (n, d) float32
    ids : (n,) int32
    factors : (n, d + 1) float32
        The rows and half their squared norms, so that one product gives what distances are ordered by.
    """

    rows: Floats
    ids: Indices
    factors: Floats

    @classmethod
    def of(cls, rows: Floats, ids: Indices) -> Candidates:
        half_norms = 0.5 * np.einsum("ij,ij->i", rows, rows)
        return cls(rows, ids, np.concatenate((rows, half_norms[:, None]), axis=1))


def search(
    queries: Floats, own: npt.NDArray[np.intp], candidates: Candidates, n_neighbors: int
) -> tuple[Indices, Floats]:
    """Ids and squared distances of each query's nearest candidates but itself; ids -1 and inf where there are fewer.

    ``own`` is where each query itself is among the candidates. Half the squared distances of all pairs come from one
    product, ``|b|^2 / 2 - ab`` up to a number per query, with rounding errors of the size of ``|a|^2 + |b|^2``. All
    pairs that could be among the nearest in spite of them are then measured by their differences. So equal rows are at
    distance 0, and ties go to the smaller id: only a row with more than six times as many close pairs as asked for,
    such as one with very many equals, is settled by what the product says, and by the order of the candidates.
    """
    rough, error, by_candidate = _rough(queries, candidates)
    rough[np.arange(len(queries)), own] = np.inf
    rough += by_candidate  # at most so far, and then at least: a row far out is in doubt itself, and not all the others
    limits = np.minimum(_limits(rough, n_neighbors) + 2.0 * error, np.finfo(np.float32).max)
    rough -= 2.0 * by_candidate
    is_close = rough <= limits[:, None]
    crowded = np.flatnonzero(np.count_nonzero(is_close, axis=1) > _MOST * n_neighbors)
    is_close[crowded] = False
    row, column = np.divmod(np.flatnonzero(is_close), rough.shape[1])
    if len(crowded):
        chosen = [_least(rough[i], error[i], n_neighbors) for i in crowded]
        row = np.concatenate((row, np.repeat(crowded, n_neighbors)))
        column = np.concatenate((column, *chosen))
    squares = _exact_squares(queries, row, candidates.rows, column)
    return _first(row, candidates.ids[column], squares, len(queries), n_neighbors)


def _rough(queries: Floats, candidates: Candidates) -> tuple[Floats, Floats, Floats]:
    """Half the squared distances up to a number per query, and how far off they may be by query and by candidate."""
    factors = np.concatenate((-queries, np.ones((len(queries), 1), np.float32)), axis=1)
    # Errors go both ways, so that they grow with the number of dimensions only as its root.
    rounding = np.float32(_ROUNDING * np.sqrt(queries.shape[1]))
    error: Floats = rounding * np.einsum("ij,ij->i", queries, queries)
    return factors @ candidates.factors.T, error, 2.0 * rounding * candidates.factors[:, -1]


def _limits(rough: Floats, n_neighbors: int) -> Floats:
    """For each row a number that at least ``n_neighbors`` of its entries do not exceed, and hardly more do.

    It is the ``n_neighbors``-th least of the minima of groups of entries: passes over the entries are all it takes.
    """
    n_columns = rough.shape[1]
    if n_columns <= n_neighbors:
        return np.full(len(rough), np.inf, np.float32)
    n_groups = min(n_columns, _GROUPS * n_neighbors)
    whole = n_columns // n_groups
    minima = rough[:, : whole * n_groups].reshape(len(rough), whole, n_groups).min(axis=1)
    rest = rough[:, whole * n_groups :]
    minima[:, : rest.shape[1]] = np.minimum(minima[:, : rest.shape[1]], rest)
    limits: Floats = np.partition(minima, n_neighbors - 1, axis=1)[:, n_neighbors - 1]
    return limits


def _least(rough: Floats, error: np.float32, n_neighbors: int) -> npt.NDArray[np.intp]:
    """The columns of the least entries of a row, where those within rounding are equal and the first one wins."""
    steps = np.floor(rough / max(float(error), 1e-30))
    last = np.partition(steps, n_neighbors - 1)[n_neighbors - 1]
    below, tied = np.flatnonzero(steps < last), np.flatnonzero(steps == last)
    return np.concatenate((below, tied[: n_neighbors - len(below)]))


def _exact_squares(
    queries: Floats, row: npt.NDArray[np.intp], candidates: Floats, column: npt.NDArray[np.intp]
) -> Floats:
    squares = np.empty(len(row), np.float32)
    step = max(1, _CELLS_AT_ONCE // max(1, queries.shape[1]))
    for begin in range(0, len(row), step):
        part = slice(begin, begin + step)
        difference = queries[row[part]]
        difference -= candidates[column[part]]
        np.einsum("ij,ij->i", difference, difference, out=squares[part])
    return squares


def _first(
    row: npt.NDArray[np.intp], ids: Indices, squares: Floats, n_rows: int, n_neighbors: int
) -> tuple[Indices, Floats]:
    """The first ``n_neighbors`` of each row by distance and id, side by side."""
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
