"""Calibration of distances without labels, from groups found by hierarchical clustering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.calibration import Calibration
from frenemy.affinity.calibrate.logistic import Logistic
from frenemy.affinity.features.distance_line import fit_distance_line
from frenemy.affinity.features.row_distances import PairDistances
from frenemy.problem.array_types import Floats

_MAX_ROWS = 1000  # to group at a time
_PATCHES = 3  # neighborhoods per scale, of half as many rows each
_SCALE_FACTOR = 4  # ratio of the numbers of candidate rows of successive scales
_MIN_GAIN = 1.5  # ratio of silhouettes that a finer scale must reach; less may be by chance
_CUTS = 40
_TIE = 0.985  # of the highest silhouette: cuts above it count as equally good
_Ints = npt.NDArray[np.intp]


@dataclass(frozen=True)
class DistanceGuess:
    """A calibration for distances without known classes, and its origin."""

    calibration: Calibration
    reason: str


@dataclass(frozen=True, eq=False)
class Grouping:
    """Groups of rows with a high silhouette.

    Attributes
    ----------
    rows : (n,) int
    labels : (n,) int
        ``0..k-1``.
    between : (n * (n - 1) / 2,) float64
        The distances of all pairs: the upper triangle, row by row.
    silhouette : float
    """

    rows: _Ints
    labels: npt.NDArray[np.integer[Any]]
    between: Floats
    silhouette: float

    def reason(self, n_all: int) -> str:
        """A description of the groups, given the total number of rows."""
        n = len(self.rows)
        of = f" of {n_all:,}" if n < n_all else ""
        n_groups = int(np.count_nonzero(np.bincount(self.labels) > 1))
        return (
            f"the distances between {n:,}{of} rows, which show {n_groups:,} group{'s' * (n_groups != 1)} of two or "
            f"more (silhouette {self.silhouette:.2f}, at most 1)"
        )


def guess_calibration(distances: PairDistances, *, seed: int = 0) -> DistanceGuess:
    """Group some rows by average linkage, cut at a high silhouette, and fit a calibration to these groups."""
    grouping = best_grouping(distances, seed=seed)
    if grouping is None:
        return _without_groups(distances)
    i, j = np.triu_indices(len(grouping.rows), 1)
    is_same = grouping.labels[i] == grouping.labels[j]
    return DistanceGuess(fit_distance_line(grouping.between, is_same), grouping.reason(distances.n_rows))


def _without_groups(distances: PairDistances) -> DistanceGuess:
    """Equal rows attract and all others repel, if there are too few rows for groups."""
    n = distances.n_rows
    farthest = float(distances.between(np.zeros(n, np.intp), np.arange(n)).max(initial=0.0))
    if farthest == 0.0:
        return DistanceGuess(Calibration(Logistic(0.0, 1.0), 0.5), f"{n:,} row(s) that do not differ")
    return DistanceGuess(
        Calibration(Logistic(-2.0 / farthest, 1.0), 0.5),
        f"{n:,} rows that show no groups: those that are the same attract, the others repel",
    )


def best_grouping(distances: PairDistances, *, seed: int = 0) -> Grouping | None:
    """The best grouping of a sample of all rows, or of a neighborhood if groups are too small for the sample."""
    n, random = distances.n_rows, np.random.default_rng(seed)
    coarse = _grouped(distances, random.permutation(n)[:_MAX_ROWS])
    finer = []
    n_among = _MAX_ROWS
    while n_among < n:
        n_among = min(n_among * _SCALE_FACTOR, n)
        among = random.permutation(n)[:n_among]
        patches = [_patch(distances, among, center) for center in among[:_PATCHES]]
        found = sorted((g for g in patches if g is not None), key=lambda g: g.silhouette)
        finer += found[len(found) // 2 :][:1]  # the median
    fine = max(finer, key=lambda g: g.silhouette, default=None)
    if coarse is None or (fine is not None and fine.silhouette > _MIN_GAIN * coarse.silhouette):
        return fine
    return coarse


def _patch(distances: PairDistances, among: _Ints, center: int) -> Grouping | None:
    """Group the nearest rows of one row. A single ball, as several balls would look like groups."""
    away = distances.between(np.full(len(among), center), among)
    return _grouped(distances, among[np.argsort(away, kind="stable")[: _MAX_ROWS // 2]])


def _grouped(distances: PairDistances, rows: _Ints) -> Grouping | None:
    i, j = np.triu_indices(len(rows), 1)
    between = distances.between(rows[i], rows[j])
    # Drop duplicates: they would form perfect groups that are not representative.
    is_first = np.ones(len(rows), bool)
    is_first[j[between == 0.0]] = False
    between = between[is_first[i] & is_first[j]]
    n = int(is_first.sum())
    if n < 3 or between.min() == between.max():
        return None
    cut = _silhouette_cut(between / between.max(), n)
    return None if cut is None else Grouping(rows[is_first], cut[0], between, cut[1])


def _silhouette_cut(between: Floats, n: int) -> tuple[npt.NDArray[np.integer[Any]], float] | None:
    """A cut of the average-linkage dendrogram with a high mean silhouette (Rousseeuw 1987).

    Separating groups that are close to each other hardly raises the silhouette, so the finest of nearly equal cuts is
    chosen.
    """
    from scipy.cluster.hierarchy import fcluster, leaves_list, linkage

    tree = linkage(between, "average")
    leaves = leaves_list(tree)  # in this order, every group is contiguous
    matrix = np.zeros((n, n))
    matrix[np.triu_indices(n, 1)] = between
    matrix += matrix.T
    matrix = matrix[np.ix_(leaves, leaves)]
    groups = np.unique(np.geomspace(2, max(2, n - 1), _CUTS).round().astype(int))
    cuts = [fcluster(tree, n_groups, "maxclust") - 1 for n_groups in groups]
    for min_size in (2, 1):
        means = np.array([_mean_silhouette(matrix, labels[leaves], min_size) for labels in cuts])
        if means.max() > 0.0:
            best = int(np.flatnonzero(means >= _TIE * means.max())[-1])
            return cuts[best], float(means[best])
    return None


def _mean_silhouette(matrix: Floats, labels: npt.NDArray[Any], min_size: int) -> float:
    """The mean silhouette of rows ordered by group; only groups of at least ``min_size`` rows count as neighbors.

    With 2, an outlier is not a group: otherwise, one outlier against all other rows would have the best silhouette.
    """
    begins = np.flatnonzero(np.diff(labels, prepend=-1))
    sizes = np.diff(begins, append=len(labels))
    rows, own = np.arange(len(labels)), np.repeat(np.arange(len(sizes)), sizes)
    sums = np.add.reduceat(matrix, begins, axis=1)
    within = sums[rows, own] / np.maximum(sizes[own] - 1, 1)
    means = sums / sizes
    means[rows, own] = np.inf
    means[:, sizes < min_size] = np.inf
    nearest = means.min(axis=1)
    counts = np.isfinite(nearest) & (sizes[own] > 1)
    nearest = np.where(counts, nearest, within)
    larger = np.maximum(within, nearest)
    value = np.divide(nearest - within, larger, out=np.zeros(len(labels)), where=larger > 0.0)
    return float(np.where(counts, value, 0.0).mean())
