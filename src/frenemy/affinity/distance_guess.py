"""What a distance says about two rows being together, guessed where nobody has said which are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibration import Calibration
from frenemy.affinity.distance_line import fit_distance_line
from frenemy.affinity.logistic import Logistic
from frenemy.affinity.row_distances import PairDistances

_ROWS = 1000  # to group at a time
_PATCHES = 3  # of rows around one, where there are more; a half as many rows each, for time
_STEP = 4  # times as many rows to choose a patch from, from one scale to the next
_CLEARER = 1.5  # times the silhouette that a finer scale must have; less may be by chance
_CUTS = 40
_AS_GOOD = 0.985  # of the highest silhouette
_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.intp]


@dataclass(frozen=True)
class DistanceGuess:
    """A calibration for distances that no known class speaks for."""

    calibration: Calibration
    reason: str


@dataclass(frozen=True, eq=False)
class Grouping:
    """Rows in the groups that suit their distances best.

    Attributes
    ----------
    rows : (n,) int
    labels : (n,) int
        ``0..k-1``.
    between : (n * (n - 1) / 2,) float64
        The distances of all pairs, above the diagonal row by row.
    silhouette : float
    """

    rows: _Ints
    labels: npt.NDArray[np.integer[Any]]
    between: _Floats
    silhouette: float

    def reason(self, n_all: int) -> str:
        """What was found, of so many rows in all."""
        n = len(self.rows)
        of = f" of {n_all:,}" if n < n_all else ""
        n_groups = int(np.count_nonzero(np.bincount(self.labels) > 1))
        return (
            f"the distances between {n:,}{of} rows, which show {n_groups:,} group{'s' * (n_groups != 1)} of two or more "
            f"(silhouette {self.silhouette:.2f}, at most 1)"
        )


def guess_calibration(distances: PairDistances, *, seed: int = 0) -> DistanceGuess:
    """Group some rows by average link, where the silhouette is high, and learn from these groups."""
    grouping = best_grouping(distances, seed=seed)
    if grouping is None:
        return _without_groups(distances)
    i, j = np.triu_indices(len(grouping.rows), 1)
    is_same = grouping.labels[i] == grouping.labels[j]
    return DistanceGuess(fit_distance_line(grouping.between, is_same), grouping.reason(distances.n_rows))


def _without_groups(distances: PairDistances) -> DistanceGuess:
    """Rows that are alike attract, and those that are not repel, where there are too few to tell more."""
    n = distances.n_rows
    farthest = float(distances.between(np.zeros(n, np.intp), np.arange(n)).max(initial=0.0))
    if farthest == 0.0:
        return DistanceGuess(Calibration(Logistic(0.0, 1.0), 0.5), f"{n:,} row(s) that do not differ")
    return DistanceGuess(
        Calibration(Logistic(-2.0 / farthest, 1.0), 0.5),
        f"{n:,} rows that show no groups: those that are the same attract, the others repel",
    )


def best_grouping(distances: PairDistances, *, seed: int = 0) -> Grouping | None:
    """At the scale of all rows, or at a finer one, where groups are too small to have two rows in a sample of all."""
    n, random = distances.n_rows, np.random.default_rng(seed)
    coarse = _grouped(distances, random.permutation(n)[:_ROWS])
    finer = []
    n_among = _ROWS
    while n_among < n:
        n_among = min(n_among * _STEP, n)
        among = random.permutation(n)[:n_among]
        patches = [_patch(distances, among, center) for center in among[:_PATCHES]]
        found = sorted((g for g in patches if g is not None), key=lambda g: g.silhouette)
        finer += found[len(found) // 2 :][:1]  # the middle one
    fine = max(finer, key=lambda g: g.silhouette, default=None)
    if coarse is None or (fine is not None and fine.silhouette > _CLEARER * coarse.silhouette):
        return fine
    return coarse


def _patch(distances: PairDistances, among: _Ints, center: int) -> Grouping | None:
    """The rows nearest to one are grouped. A single ball: several would look like groups themselves."""
    away = distances.between(np.full(len(among), center), among)
    return _grouped(distances, among[np.argsort(away, kind="stable")[: _ROWS // 2]])


def _grouped(distances: PairDistances, rows: _Ints) -> Grouping | None:
    i, j = np.triu_indices(len(rows), 1)
    between = distances.between(rows[i], rows[j])
    # Copies would be the best groups of all, and say nothing about rows that are none.
    is_first = np.ones(len(rows), bool)
    is_first[j[between == 0.0]] = False
    between = between[is_first[i] & is_first[j]]
    n = int(is_first.sum())
    if n < 3 or between.min() == between.max():
        return None
    cut = _silhouette_cut(between / between.max(), n)
    return None if cut is None else Grouping(rows[is_first], cut[0], between, cut[1])


def _silhouette_cut(between: _Floats, n: int) -> tuple[npt.NDArray[np.integer[Any]], float] | None:
    """A cut of the tree of average links with a high mean silhouette (Rousseeuw 1987).

    Groups that lie near each other hardly pay to be told apart, so of cuts about as good the finest is taken.
    """
    from scipy.cluster.hierarchy import fcluster, leaves_list, linkage

    tree = linkage(between, "average")
    leaves = leaves_list(tree)  # in this order every group is a run
    matrix = np.zeros((n, n))
    matrix[np.triu_indices(n, 1)] = between
    matrix += matrix.T
    matrix = matrix[np.ix_(leaves, leaves)]
    groups = np.unique(np.geomspace(2, max(2, n - 1), _CUTS).round().astype(int))
    cuts = [fcluster(tree, n_groups, "maxclust") - 1 for n_groups in groups]
    for least in (2, 1):
        means = np.array([_mean_silhouette(matrix, labels[leaves], least) for labels in cuts])
        if means.max() > 0.0:
            best = int(np.flatnonzero(means >= _AS_GOOD * means.max())[-1])
            return cuts[best], float(means[best])
    return None


def _mean_silhouette(matrix: _Floats, labels: npt.NDArray[Any], least: int) -> float:
    """The mean over rows, which lie in the order of their groups, with groups of ``least`` rows as those next to one.

    With 2, a single row far out is no group: all others together would otherwise be the clearest one there is.
    """
    begins = np.flatnonzero(np.diff(labels, prepend=-1))
    sizes = np.diff(begins, append=len(labels))
    rows, own = np.arange(len(labels)), np.repeat(np.arange(len(sizes)), sizes)
    sums = np.add.reduceat(matrix, begins, axis=1)
    within = sums[rows, own] / np.maximum(sizes[own] - 1, 1)
    means = sums / sizes
    means[rows, own] = np.inf
    means[:, sizes < least] = np.inf
    nearest = means.min(axis=1)
    counts = np.isfinite(nearest) & (sizes[own] > 1)
    nearest = np.where(counts, nearest, within)
    larger = np.maximum(within, nearest)
    value = np.divide(nearest - within, larger, out=np.zeros(len(labels)), where=larger > 0.0)
    return float(np.where(counts, value, 0.0).mean())
