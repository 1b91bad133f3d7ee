"""Weights of pairs that account for the width of each cluster: learned from known classes, guessed, or given."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.features.feature_problem import INNER_STOP, feature_problem, solve_within
from frenemy.affinity.features.row_distances import Metric, RowDistances, row_distances
from frenemy.affinity.features.row_spreads import row_spreads
from frenemy.problem import Labels
from frenemy.problem.array_types import Floats, Floats32
from frenemy.problem.checked_arrays import number
from frenemy.run import Stop
from frenemy.solvers import Multilevel

SEPARATION = 0.25  # of the mean squared distance between centers: nearer centers are one cluster
AS_WIDE = 3.0  # nats for a pair as far apart as its cluster is wide: odds of 20 to 1
_MAX_DENSE_ROWS = 2_000  # up to which all pairs are weighed
_MAX_ROUNDS, _MAX_ROUNDS_BEYOND = 8, 2  # up to that many rows, and beyond
_SOLVER = Multilevel()


@dataclass(frozen=True, eq=False)
class SpreadWeights:
    """Rows weighed by their distance beyond the spread around both; made by :meth:`SpreadWeigher.prepare`.

    Attributes
    ----------
    distances : RowDistances
    apart : float
        Squared distance between two cluster centers beyond which they repel, in units of ``distances.rows``.
    spreads : (n,) float64
        Expected squared distance of each row from the center of its cluster, in the same units.
    account : str
    squares : (n, n) float64, optional
        Squared distances of all pairs, kept between rounds if there are few rows.
    """

    distances: RowDistances
    apart: float
    spreads: Floats
    account: str
    squares: Floats | None = None

    @property
    def coordinates(self) -> Floats32:
        return self.distances.coordinates

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats:
        squares = squared(self.distances, u, v) if self.squares is None else self.squares[u, v]
        return np.asarray(AS_WIDE / self.apart * (self.apart + self.spreads[u] + self.spreads[v] - squares))


@dataclass(frozen=True)
class SpreadWeigher:
    """Weights of pairs from their squared distance, minus the expected spread around both rows.

    A pair weighs ``3 * (1 + (s_i + s_j - d_ij**2) / apart**2)`` nats. In the sum over all pairs between two clusters,
    the widths of the clusters cancel, and only the distance between their *centers* counts. So wide clusters do not
    fall apart, and narrow ones near each other do not join; a single distance threshold fails at one or the other. An
    outlier joins the cluster that is clearly nearest.

    The spreads are unknown at first: :meth:`prepare` starts with the same for all rows, clusters the rows, estimates
    the spreads from the clusters (see :mod:`frenemy.affinity.features.row_spreads`), and repeats until the clusters
    no longer change.

    Made by :func:`learn_spread_weights` or :func:`guess_spread_weights`, or by hand.

    Parameters
    ----------
    apart : float
        Distance between two cluster centers beyond which they are separate clusters.
    spread : float
        Initial root mean squared distance of rows from the center of their cluster.
    metric : {"euclidean", "cosine"}
        The distance; for cosines, Euclidean distances between directions.
    seed : int
        Seed of the intermediate clusterings of more than 2,000 rows.
    account : str
        One sentence: the origin of ``apart`` and ``spread``.
    stop : Stop
        Limits of each of the up to 8 intermediate clusterings, by default 1,000 rounds, far more than they take.
        Ctrl-C raises :class:`frenemy.run.Cancelled`.

    Examples
    --------
    Three narrow clusters and three that are three times as wide:

    >>> import numpy as np, frenemy as fr
    >>> from frenemy.affinity import SpreadWeigher, feature_problem
    >>> rng = np.random.default_rng(0)
    >>> centers, widths = rng.normal(0.0, 0.5, (6, 1, 16)), np.array([0.1, 0.1, 0.1, 0.3, 0.3, 0.3])
    >>> rows = (centers + widths[:, None, None] * rng.normal(size=(6, 20, 16))).reshape(-1, 16)
    >>> fr.solve(feature_problem(SpreadWeigher(apart=1.2, spread=0.8).prepare(rows))).n_clusters
    6
    """

    apart: float
    spread: float
    metric: Metric = "euclidean"
    seed: int = 0
    account: str = "distances and spreads that were given"
    stop: Stop = INNER_STOP

    def __post_init__(self) -> None:
        for name in ("apart", "spread"):
            value = number(getattr(self, name))
            if not (0.0 < value < math.inf or (name == "spread" and value == 0.0)):
                raise ValueError(f"{name} must be above 0 and finite, got {getattr(self, name)!r}")

    def prepare(self, features: npt.ArrayLike, /) -> SpreadWeights:
        """Make the pairs of the rows of ``features``, (n, d), weighable."""
        *_, last = self.rounds(features)
        return last

    def rounds(self, features: npt.ArrayLike, /) -> Iterator[SpreadWeights]:
        """The weights before each intermediate clustering of :meth:`prepare`, and the final ones."""
        distances = row_distances(features, self.metric)
        n = distances.n_rows
        usual = (self.spread / distances.unit) ** 2
        squares = _all_squared(distances) if n <= _MAX_DENSE_ROWS else None
        apart = (self.apart / distances.unit) ** 2
        weights = SpreadWeights(distances, apart, np.full(n, usual), self.account, squares)
        yield weights
        before: Labels | None = None
        for _ in range(0 if n < 2 else _MAX_ROUNDS if n <= _MAX_DENSE_ROWS else _MAX_ROUNDS_BEYOND):
            labels = cluster_rows(weights, self.seed, self.stop)
            if before is not None and np.array_equal(labels, before):
                return
            before = labels
            weights = replace(
                weights, spreads=row_spreads(distances.rows, labels, usual=usual, apart=weights.apart).of_row
            )
            yield weights


def cluster_rows(weights: SpreadWeights, seed: int, stop: Stop) -> Labels:
    return solve_within(feature_problem(weights, seed=seed, stop=stop), _SOLVER, stop=stop, seed=seed)


def _all_squared(distances: RowDistances) -> Floats:
    n = distances.n_rows
    u, v = np.triu_indices(n, 1)
    squares = np.zeros((n, n))
    squares[u, v] = squared(distances, u, v)
    return squares + squares.T


def squared(distances: RowDistances, u: npt.NDArray[Any], v: npt.NDArray[Any]) -> Floats:
    between = distances.between(u, v)
    if distances.metric == "cosine":
        return 2.0 * between
    return np.asarray((between / distances.unit) ** 2)
