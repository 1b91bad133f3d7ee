"""Rows without their copies, and the nearest neighbors of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.affinity.features.matrix_pairs import MatrixPairs
from frenemy.affinity.features.row_distances import RowDistances
from frenemy.affinity.neighbors import Neighbors, nearest
from frenemy.problem.array_types import Floats, Ints, Ints32
from frenemy.run import OnStage


@dataclass(frozen=True, eq=False)
class DistinctRows:
    """Distinct rows. Copies of a row say nothing about groups, and would fill the lists of its neighbors.

    Attributes
    ----------
    distances : RowDistances or MatrixPairs
        Of all rows.
    first : (m,) int
        For each distinct row, the first row that is equal to it.
    number : (n,) int
        For each row, its distinct row.
    near : Neighbors
        The nearest distinct rows of each.
    """

    distances: RowDistances | MatrixPairs
    first: Ints
    number: Ints
    near: Neighbors

    def __len__(self) -> int:
        return len(self.first)

    def radius(self, k: int) -> Floats:
        """The distance of each row to its ``k``-th neighbor, or to the first if the search found fewer."""
        indices = self.near.indices
        last = np.where(indices[:, k - 1] >= 0, indices[:, k - 1], indices[:, 0])
        return self.between(np.arange(len(self), dtype=np.int32), last)

    def between(self, u: Ints32, v: Ints32) -> Floats:
        """Distances of pairs of distinct rows."""
        return self.distances.between(self.first[u], self.first[v])


def distinct_rows(
    distances: RowDistances | MatrixPairs,
    *,
    n_neighbors: int,
    seed: int = 0,
    threads: int = 1,
    on_stage: OnStage | None = None,
) -> DistinctRows:
    """Find copies and the nearest neighbors of all others."""
    if isinstance(distances, MatrixPairs):
        return _of_matrix(distances, n_neighbors)
    points = distances.coordinates

    def search(rows: Ints) -> Neighbors:
        some = points if len(rows) == len(points) else points[rows]
        return nearest(some, n_neighbors=n_neighbors, seed=seed, threads=threads, on_stage=on_stage)

    everything = np.arange(len(points))
    near = search(everything)
    is_copy = near.distances[:, 0] == 0.0 if near.n_neighbors else np.zeros(len(points), np.bool_)
    if not is_copy.any():
        return DistinctRows(distances, everything, everything, near)
    # Only rows with a neighbor at distance 0 can be copies.
    some = np.flatnonzero(is_copy)
    _, first, which = np.unique(points[some], axis=0, return_index=True, return_inverse=True)
    first_of = everything.copy()
    first_of[some] = some[first[which.ravel()]]
    first, number = np.unique(first_of, return_inverse=True)
    return DistinctRows(distances, first, number, search(first))


def _of_matrix(pairs: MatrixPairs, n_neighbors: int) -> DistinctRows:
    n = pairs.n_rows
    matrix = np.zeros((n, n))
    matrix[pairs.u, pairs.v] = matrix[pairs.v, pairs.u] = pairs.values
    equal = (matrix <= 0.0) | np.eye(n, dtype=bool)
    first_of = equal.argmax(axis=1)
    first_of = first_of[first_of]  # of a copy of a copy
    first, number = np.unique(first_of, return_inverse=True)
    matrix = matrix[np.ix_(first, first)]
    np.fill_diagonal(matrix, np.inf)
    order = np.argsort(matrix, axis=1, kind="stable")[:, : min(n_neighbors, len(first) - 1)]
    found = np.take_along_axis(matrix, order, axis=1)
    return DistinctRows(pairs, first, number, Neighbors(order.astype(np.int32), found.astype(np.float32), "exact"))
