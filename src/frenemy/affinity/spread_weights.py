"""Weights of pairs that know how widely each cluster lies: learned from known classes, guessed, or given."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.feature_problem import feature_problem
from frenemy.affinity.row_distances import Metric, RowDistances, row_distances
from frenemy.affinity.row_spreads import row_spreads
from frenemy.checked_arrays import number
from frenemy.problem import Labels
from frenemy.run import Run, Status, cancel_on_interrupt
from frenemy.solvers import Multilevel

SEPARATION = 0.23  # squared, of the mean squared distance between middles: nearer ones are one cluster
AS_WIDE = 3.0  # nats for a pair as far apart as its cluster is wide: odds of 20 to 1
_ROUNDS, _ROUNDS_OF_MANY = 8, 2
_FEW = 2_000  # rows, of which all pairs are weighed
_SOLVER = Multilevel()


@dataclass(frozen=True, eq=False)
class SpreadWeights:
    """Rows that are weighed by their distance beyond the spread about both; :meth:`SpreadWeigher.prepare` makes it.

    Attributes
    ----------
    distances : RowDistances
    apart : float
        Squared distance between the middles of two clusters from which on they repel, in units of ``distances.rows``.
    spreads : (n,) float64
        Squared distances from the middle of its cluster that are to be expected of each row, in the same units.
    account : str
    squares : (n, n) float64, optional
        Squared distances of all pairs, where they are few enough to be kept from one round to the next.
    """

    distances: RowDistances
    apart: float
    spreads: npt.NDArray[np.float64]
    account: str
    squares: npt.NDArray[np.float64] | None = None

    @property
    def coordinates(self) -> npt.NDArray[np.float32]:
        return self.distances.coordinates

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]:
        squares = squared(self.distances, u, v) if self.squares is None else self.squares[u, v]
        return np.asarray(AS_WIDE / self.apart * (self.apart + self.spreads[u] + self.spreads[v] - squares))


@dataclass(frozen=True)
class SpreadWeigher:
    """Weights of pairs from their squared distance, less the spread that is to be expected about both rows.

    A pair weighs ``3 * (1 + (s_i + s_j - d_ij**2) / apart**2)`` nats. Summed over the pairs between two clusters this
    is, times the number of pairs, what the distance between their *middles* says: how wide the clusters are themselves
    cancels. So wide ones do not fall apart, and narrow ones that are near each other do not join; a single threshold
    for distances must do one or the other. And one row far from all others is taken along by the cluster it is clearly
    nearest to.

    The spreads are not known beforehand: :meth:`prepare` begins with the same for all, clusters the rows, takes the
    spreads from the clusters (see :mod:`frenemy.affinity.row_spreads`), and again, until the clusters stay.

    Made by :func:`learn_spread_weights` or :func:`guess_spread_weights`, or by hand.

    Parameters
    ----------
    apart : float
        Distance between the middles of two clusters from which on they are two.
    spread : float
        Root of the mean squared distance of rows from the middle of their cluster, to begin with.
    metric : {"euclidean", "cosine"}
        The distance; for cosines, Euclidean distances between directions.
    seed : int
        For the clusterings on the way, where there are more than 2,000 rows.
    account : str
        One plain sentence: what ``apart`` and ``spread`` were made from.

    Examples
    --------
    Three narrow clusters and three that are three times as wide:

    >>> import numpy as np, frenemy as fr
    >>> from frenemy.affinity import SpreadWeigher, feature_problem
    >>> rng = np.random.default_rng(0)
    >>> middles, widths = rng.normal(0.0, 0.5, (6, 1, 16)), np.array([0.1, 0.1, 0.1, 0.3, 0.3, 0.3])
    >>> rows = (middles + widths[:, None, None] * rng.normal(size=(6, 20, 16))).reshape(-1, 16)
    >>> fr.solve(feature_problem(SpreadWeigher(apart=1.2, spread=0.8).prepare(rows))).n_clusters
    6
    """

    apart: float
    spread: float
    metric: Metric = "euclidean"
    seed: int = 0
    account: str = "distances and spreads that were given"

    def __post_init__(self) -> None:
        for name in ("apart", "spread"):
            value = number(getattr(self, name))
            if not (0.0 < value < math.inf or (name == "spread" and value == 0.0)):
                raise ValueError(f"{name} must be above 0 and finite, got {getattr(self, name)!r}")

    def prepare(self, features: npt.ArrayLike, /) -> SpreadWeights:
        """The rows of ``features``, (n, d), ready to be weighed."""
        *_, last = self.rounds(features)
        return last

    def rounds(self, features: npt.ArrayLike, /) -> Iterator[SpreadWeights]:
        """What :meth:`prepare` goes through: the weights before each clustering, and the last ones."""
        distances = row_distances(features, self.metric)
        n = distances.n_rows
        usual = (self.spread / distances.unit) ** 2
        squares = _all_squared(distances) if n <= _FEW else None
        apart = (self.apart / distances.unit) ** 2
        weights = SpreadWeights(distances, apart, np.full(n, usual), self.account, squares)
        yield weights
        before: Labels | None = None
        for _ in range(0 if n < 2 else _ROUNDS if n <= _FEW else _ROUNDS_OF_MANY):
            labels = clustered(weights, self.seed)
            if before is not None and np.array_equal(labels, before):
                return
            before = labels
            weights = replace(
                weights, spreads=row_spreads(distances.rows, labels, usual=usual, apart=weights.apart).of_row
            )
            yield weights


def clustered(weights: SpreadWeights, seed: int) -> Labels:
    problem = feature_problem(weights, seed=seed)
    run = Run(seed=seed)
    with cancel_on_interrupt(run):
        labels = _SOLVER(problem, np.zeros(problem.n_nodes, np.int32), run)
    if run.status is Status.CANCELLED:
        raise KeyboardInterrupt
    return labels


def _all_squared(distances: RowDistances) -> npt.NDArray[np.float64]:
    n = distances.n_rows
    u, v = np.triu_indices(n, 1)
    squares = np.zeros((n, n))
    squares[u, v] = squared(distances, u, v)
    return squares + squares.T


def squared(distances: RowDistances, u: npt.NDArray[Any], v: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    between = distances.between(u, v)
    if distances.metric == "cosine":
        return 2.0 * between
    return np.asarray((between / distances.unit) ** 2)
