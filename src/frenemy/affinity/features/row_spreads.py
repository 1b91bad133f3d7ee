"""The spread of clusters around their centers, estimated for each row from a clustering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.features.row_homes import row_homes
from frenemy.affinity.features.squared_distances import squared_distances
from frenemy.problem.array_types import Floats, Ints, Ints32

_Rows = npt.NDArray[np.floating[Any]]

_USUAL_ROWS, _CLUSTER_ROWS = 20.0, 4.0  # weights of the priors, in rows: of the usual spread, and of a cluster's
_MIN_ROWS = 4  # a cluster of at least this many rows shows how much wider it is than its nearest halves
_WIDER, _WIDER_CLUSTERS = 1.25, 3  # prior ratio of all rows to the nearest half, and its weight in clusters
_MAX_MEMBERS = 512  # rows of a cluster to compare with each other
_MAX_DISTANCES = 1_000_000_000  # rows times clusters; beyond, each row has the spread of its cluster
_BLOCK = 2**22  # numbers per block


@dataclass(frozen=True, eq=False)
class RowSpreads:
    """Expected squared distances from the center of a cluster.

    Attributes
    ----------
    of_row : (n,) float64
    usual : float
        For a row of an unknown cluster.
    """

    of_row: Floats
    usual: float


def row_spreads(points: _Rows, labels: Ints32, *, usual: float, apart: float) -> RowSpreads:
    """Estimate the spread around each row, given a clustering.

    The spread of a cluster is the mean squared distance of its rows to their nearest half of the cluster, times the
    ratio of all rows to the nearest half in the median cluster. So two clusters merged by mistake do not count as one
    wide cluster, and separate again. It is shrunk towards the usual spread, which in turn is shrunk towards ``usual``.
    A row far from the nearest cluster has a larger spread, up to where it joins, if the clusters show that it is an
    outlier such as a bad photograph rather than a row of a cluster of its own (:func:`row_homes`); the centers do not
    move.

    Parameters
    ----------
    points : (n, d) float
    labels : (n,) int32
        ``0..k-1``.
    usual : float
        Prior spread of a cluster.
    apart : float
        Squared distance between two cluster centers beyond which they repel.
    """
    sizes = np.bincount(labels)
    centers = _centers(points, labels, sizes)
    near = _near_squares(points, labels, sizes)
    near *= _wider(points, labels, sizes, centers, near)
    sums = np.bincount(labels, near / 2.0) * (sizes - 1) / sizes
    freedom = sizes - 1
    usual = float((_USUAL_ROWS * usual + sums.sum()) / (_USUAL_ROWS + freedom.sum()))
    of_cluster = (_CLUSTER_ROWS * usual + sums) / (_CLUSTER_ROWS + freedom)
    return RowSpreads(_of_rows(points, labels, centers, near, of_cluster, apart), usual)


def _centers(points: _Rows, labels: Ints32, sizes: Ints) -> Floats:
    order = np.argsort(labels, kind="stable")
    begins = np.cumsum(sizes) - sizes
    return np.add.reduceat(points[order], begins, axis=0, dtype=np.float64) / sizes[:, None]


def _near_squares(points: _Rows, labels: Ints32, sizes: Ints) -> Floats:
    """Mean squared distance of each row to the nearest half of the others of its cluster; 0 for single rows."""
    found = np.zeros(len(labels))
    order = np.argsort(labels, kind="stable")
    ends = np.cumsum(sizes)
    for cluster in np.flatnonzero(sizes > 1):
        members = order[ends[cluster] - sizes[cluster] : ends[cluster]]
        # In a large cluster, an evenly spaced subset represents all rows.
        some = members[:: -(-len(members) // _MAX_MEMBERS)]
        for begin in range(0, len(members), _MAX_MEMBERS):
            part = members[begin : begin + _MAX_MEMBERS]
            squares = squared_distances(points[part], points[some])
            squares[part[:, None] == some] = -1.0  # the row itself sorts first
            squares.sort(axis=1)
            is_among = squares[:, 0] < 0.0
            half = max(1, len(some) // 2)
            nearest_others = np.where(is_among, squares[:, 1 : half + 1].sum(axis=1), squares[:, :half].sum(axis=1))
            found[part] = nearest_others / half
    return found


def _wider(
    points: _Rows,
    labels: Ints32,
    sizes: Ints,
    centers: Floats,
    near: Floats,
) -> float:
    """Ratio of the mean square over all other rows to that over the nearest half, in the median cluster."""
    large = np.flatnonzero(sizes >= _MIN_ROWS)
    away = np.empty(len(labels))
    step = max(1, _BLOCK // points.shape[1])
    for begin in range(0, len(labels), step):
        part = slice(begin, begin + step)
        difference = points[part] - centers[labels[part]]
        away[part] = np.einsum("ij,ij->i", difference, difference)
    whole = 2.0 * np.bincount(labels, away)[large] / (sizes[large] - 1)
    half = np.bincount(labels, near)[large] / sizes[large]
    ratios = np.divide(whole, half, out=np.full(len(large), _WIDER), where=half > 0.0)
    return float(np.median(np.concatenate((np.full(_WIDER_CLUSTERS, _WIDER), ratios))))


def _of_rows(points: _Rows, labels: Ints32, centers: Floats, near: Floats, of_cluster: Floats, apart: float) -> Floats:
    """Spreads of rows: that of their cluster, and for those near a home what lets them join it up to their limit."""
    spreads = of_cluster[labels]
    if len(labels) * len(of_cluster) > _MAX_DISTANCES:
        return spreads
    homes = row_homes(points, labels, centers, of_cluster, near, apart=apart)
    rows = np.flatnonzero((homes.home >= 0) & (homes.excess < np.maximum(homes.limit, 1.0)))
    excess, limit = homes.excess[rows], homes.limit[rows]
    # A row at the limit is as far from the home, beyond both spreads, as two centers that neither attract nor repel.
    share = np.clip(excess / limit, 0.0, 1.0)
    spreads[rows] = np.maximum(of_cluster[homes.home[rows]] + apart * (limit - 1.0) * share, 0.0)
    return spreads
