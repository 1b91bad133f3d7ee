"""Which cluster a row is nearest to, and how far from it a row of that cluster may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.features.squared_distances import squared_distances
from frenemy.problem.array_types import Floats, Ints, Ints32

_Rows = npt.NDArray[np.floating[Any]]

_MIN_ROWS = 2  # a cluster of at least this many other rows can be the home of a row
# Log-odds that a row belongs to its nearest home rather than to no home, per unit of squared distance; the unit is the
# squared distance between two centers beyond which they repel. At one unit they are even.
_NATS = 7.5
_GAP, _MAX_GAP = 0.2, 4.0  # how much a unit of distance to the next home counts, and up to how many units
_MAX_STEPS, _STILL = 100, 1e-6  # of the share of strangers
_MIN_LIMIT = 0.1
_BLOCK = 2**22  # numbers per block


@dataclass(frozen=True, eq=False)
class RowHomes:
    """The nearest cluster of each row, where the row itself does not count as one of its cluster.

    Attributes
    ----------
    home : (n,) int
        A cluster; -1 if there is none.
    excess : (n,) float64
        The squared distance from its center beyond its spread, in units of ``apart``.
    limit : (n,) float64
        The excess up to which the row belongs there more likely than not.
    """

    home: Ints
    excess: Floats
    limit: Floats


def row_homes(
    points: _Rows, labels: Ints32, centers: Floats, spreads: Floats, near: Floats, *, apart: float
) -> RowHomes:
    """Find the nearest home of each row, and judge how far the rows of a home may lie from it.

    A row far from its nearest home is an outlier of it, such as a bad photograph, or a stranger: a row of a cluster
    that has no other rows here. The odds depend on the distance, on the distance to the next home, and on how many
    strangers there are. If all clusters are large, hardly any row is a stranger, and far outliers belong; if many
    clusters are single rows, they do not. The share of strangers is the maximum-likelihood share of a mixture
    (expectation maximization, Dempster et al. 1977), with one stranger and one other row as a prior.

    Parameters
    ----------
    points : (n, d) float
    labels : (n,) int32
        ``0..k-1``.
    centers : (k, d) float64
    spreads : (k,) float64
        Expected squared distances of rows from the centers.
    near : (n,) float64
        Expected mean squared distance of each row to the others of its cluster, by the nearest half of them. It takes
        the place of the center of the own cluster, which is far from its rows if two clusters were merged by mistake.
    apart : float
        Squared distance between two cluster centers beyond which they repel.
    """
    n, sizes = len(labels), np.bincount(labels)
    homes = np.flatnonzero(sizes >= _MIN_ROWS)
    if not len(homes):
        return RowHomes(np.full(n, -1), np.full(n, np.inf), np.ones(n))
    home, first, second = _nearest_two(points, labels, sizes, centers, spreads, near, homes)
    excess = (first - spreads[home]) / apart
    has_two = np.isfinite(second)
    gap = np.subtract(second, first, out=np.full(n, apart), where=has_two) / apart
    base = 1.0 + _GAP * (np.minimum(gap, _MAX_GAP) - 1.0)
    strangers = _share_of_strangers(_NATS * (base - excess))
    limit = np.maximum(base + np.log((1.0 - strangers) / strangers) / _NATS, _MIN_LIMIT)
    return RowHomes(np.where(np.isfinite(first), home, -1), excess, limit)


def _nearest_two(
    points: _Rows, labels: Ints32, sizes: Ints, centers: Floats, spreads: Floats, near: Floats, homes: Ints
) -> tuple[Ints, Floats, Floats]:
    """The nearest home of each row, and the squared distances to it and to the next one; infinite if there is none."""
    n = len(labels)
    number = np.full(len(sizes), -1)
    number[homes] = np.arange(len(homes))
    home, first, second = np.empty(n, np.int64), np.empty(n), np.empty(n)
    step = max(1, _BLOCK // len(homes))
    for begin in range(0, n, step):
        part = slice(begin, min(begin + step, n))
        # Less the variance of the estimated center.
        squares = squared_distances(points[part], centers[homes]) - spreads[homes] / sizes[homes]
        own = number[labels[part]]
        mine = np.flatnonzero(own >= 0)
        cluster = labels[part][mine]
        away = np.maximum(near[part][mine] - spreads[cluster], 0.0)
        squares[mine, own[mine]] = np.where(sizes[cluster] > _MIN_ROWS, away, np.inf)
        at, nearest = np.arange(len(own)), squares.argmin(axis=1)
        home[part], first[part] = homes[nearest], squares[at, nearest]
        squares[at, nearest] = np.inf
        second[part] = squares.min(axis=1)
    return home, first, second


def _share_of_strangers(log_odds: Floats) -> float:
    """The share of rows without a home, given the log-odds of having one where the shares are even."""
    share = 0.5
    for _ in range(_MAX_STEPS):
        against = np.exp(np.clip(-log_odds, -700.0, 700.0)) * share
        after = (1.0 + float((against / (against + 1.0 - share)).sum())) / (2.0 + len(log_odds))
        if abs(after - share) < _STILL:
            break
        share = after
    return share
