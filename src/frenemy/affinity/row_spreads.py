"""How widely the rows of a cluster lie about its middle: of each row, estimated from a clustering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

_Floats = npt.NDArray[np.float64]
_Rows = npt.NDArray[np.floating[Any]]

# What is known beforehand counts as much as this many rows: the usual spread in all, and in one cluster.
_USUAL_ROWS, _CLUSTER_ROWS = 20.0, 4.0
_HOME = 3  # other rows that make a cluster a home, to which the way of a single row is measured
_CLEAR = 0.85  # of the squared way to the next home: nearer, the home is not in doubt
_WIDER, _WIDER_CLUSTERS = 1.25, 3  # all rows to the nearest half, beforehand, and how many clusters that counts as
_MOST_MEMBERS = 512  # of a cluster are compared with each other
_MOST_WAYS = 1_000_000_000  # rows times clusters; beyond, rows are as wide as their cluster
_AT_ONCE = 2**22


@dataclass(frozen=True, eq=False)
class RowSpreads:
    """Squared distances from the middle of a cluster that are to be expected.

    Attributes
    ----------
    of_row : (n,) float64
    usual : float
        Of a row about which nothing is known.
    """

    of_row: _Floats
    usual: float


def row_spreads(points: _Rows, labels: npt.NDArray[np.int32], *, usual: float, apart: float) -> RowSpreads:
    """The spread about each row, given which rows are together.

    That of a cluster comes from the nearest half of the others about each of its rows, times what the whole is wider
    than that in most clusters: a cluster that was joined from two is not taken for a wide one, and falls apart again.
    It is drawn towards the usual spread by a few rows' worth, which itself is drawn towards ``usual``. A row that is
    farther from the cluster it clearly belongs to than others are gets half of what it is farther, if that lets it
    join: bad photographs are far from everything, and only a single one is forgiven; middles do not move by it.

    Parameters
    ----------
    points : (n, d) float
    labels : (n,) int32
        ``0..k-1``.
    usual : float
        What to expect of a cluster about which nothing is known.
    apart : float
        Squared distance between the middles of two clusters from which on they repel.
    """
    sizes = np.bincount(labels)
    middles = _middles(points, labels, sizes)
    near = _near_squares(points, labels, sizes)
    near *= _wider(points, labels, sizes, middles, near)
    sums = np.bincount(labels, near / 2.0) * (sizes - 1) / sizes
    freedom = sizes - 1
    usual = float((_USUAL_ROWS * usual + sums.sum()) / (_USUAL_ROWS + freedom.sum()))
    of_cluster = (_CLUSTER_ROWS * usual + sums) / (_CLUSTER_ROWS + freedom)
    return RowSpreads(_forgiving(points, labels, sizes, middles, near, of_cluster, apart), usual)


def _middles(points: _Rows, labels: npt.NDArray[np.int32], sizes: npt.NDArray[np.int64]) -> _Floats:
    order = np.argsort(labels, kind="stable")
    begins = np.cumsum(sizes) - sizes
    return np.add.reduceat(points[order], begins, axis=0, dtype=np.float64) / sizes[:, None]


def _near_squares(points: _Rows, labels: npt.NDArray[np.int32], sizes: npt.NDArray[np.int64]) -> _Floats:
    """Mean squared distance of each row to the nearest half of the others of its cluster; 0 for single rows."""
    found = np.zeros(len(labels))
    order = np.argsort(labels, kind="stable")
    ends = np.cumsum(sizes)
    for cluster in np.flatnonzero(sizes > 1):
        members = order[ends[cluster] - sizes[cluster] : ends[cluster]]
        # Of a large cluster some rows, evenly spread over it, stand for all.
        some = members[:: -(-len(members) // _MOST_MEMBERS)]
        for begin in range(0, len(members), _MOST_MEMBERS):
            part = members[begin : begin + _MOST_MEMBERS]
            squares = _squares(points[part], points[some])
            squares[part[:, None] == some] = -1.0  # itself, which comes first
            squares.sort(axis=1)
            is_among = squares[:, 0] < 0.0
            half = max(1, len(some) // 2)
            nearest_others = np.where(is_among, squares[:, 1 : half + 1].sum(axis=1), squares[:, :half].sum(axis=1))
            found[part] = nearest_others / half
    return found


def _wider(
    points: _Rows,
    labels: npt.NDArray[np.int32],
    sizes: npt.NDArray[np.int64],
    middles: _Floats,
    near: _Floats,
) -> float:
    """How much more the mean square over all others is than over the nearest half, in the median cluster."""
    large = np.flatnonzero(sizes > _HOME)
    away = np.empty(len(labels))
    step = max(1, _AT_ONCE // points.shape[1])
    for begin in range(0, len(labels), step):
        part = slice(begin, begin + step)
        difference = points[part] - middles[labels[part]]
        away[part] = np.einsum("ij,ij->i", difference, difference)
    whole = 2.0 * np.bincount(labels, away)[large] / (sizes[large] - 1)
    half = np.bincount(labels, near)[large] / sizes[large]
    ratios = np.divide(whole, half, out=np.full(len(large), _WIDER), where=half > 0.0)
    return float(np.median(np.concatenate((np.full(_WIDER_CLUSTERS, _WIDER), ratios))))


def _forgiving(
    points: _Rows,
    labels: npt.NDArray[np.int32],
    sizes: npt.NDArray[np.int64],
    middles: _Floats,
    near: _Floats,
    of_cluster: _Floats,
    apart: float,
) -> _Floats:
    """Spreads of rows: of their cluster, and more for those far from the home that is clearly theirs."""
    homes = np.flatnonzero(sizes >= _HOME)
    spreads = of_cluster[labels]
    if len(homes) == 0 or len(labels) * len(homes) > _MOST_WAYS:
        return spreads
    home_of = np.full(len(sizes), -1)
    home_of[homes] = np.arange(len(homes))
    step = max(1, _AT_ONCE // len(homes))
    for begin in range(0, len(labels), step):
        rows = np.arange(begin, min(begin + step, len(labels)))
        # The middle itself is only known to within the spread over its rows.
        ways = _squares(points[rows], middles[homes]) - of_cluster[homes] / sizes[homes]
        own = home_of[labels[rows]]
        mine = np.flatnonzero(own >= 0)
        is_home = sizes[labels[rows[mine]]] > _HOME  # without the row itself
        away = np.maximum(near[rows[mine]] - of_cluster[labels[rows[mine]]], 0.0)
        ways[mine, own[mine]] = np.where(is_home, away, np.inf)
        nearest = ways.argmin(axis=1)
        at = np.arange(len(rows))
        way = ways[at, nearest]
        ways[at, nearest] = np.inf
        spread = (of_cluster[homes[nearest]] + np.maximum(way, 0.0)) / 2.0
        # Rows too far away to join would only find each other.
        clear = (way < _CLEAR * ways.min(axis=1, initial=np.inf)) & (way < apart + spread)
        spreads[rows[clear]] = spread[clear]
    return spreads


def _squares(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> _Floats:
    """Squared distances between rows of one and of the other."""
    middle = b.mean(axis=0)
    a, b = (a - middle).astype(np.float64), (b - middle).astype(np.float64)
    squares = np.einsum("ij,ij->i", a, a)[:, None] + np.einsum("ij,ij->i", b, b) - 2.0 * (a @ b.T)
    np.maximum(squares, 0.0, out=squares)
    return np.asarray(squares)
