"""A learned metric: weights of pairs of rows, learned from other rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.log_odds import sigmoid
from frenemy.affinity.metric.checked_features import checked_features
from frenemy.affinity.metric.likelihood import squared_distances
from frenemy.checked_arrays import node_pairs

HIGHEST = np.finfo(np.float64).max


@dataclass(frozen=True, eq=False)
class Metric:
    """Log-odds that two rows are together: ``bias - |components (x - y)|^2``. It is what :class:`LDML` learns.

    It needs numpy alone, pickles, and weighs rows for :func:`frenemy.affinity.feature_problem`.

    Parameters
    ----------
    components : (rank, d) float64
        The factor L of the metric ``M = L'L``.
    bias : float
        Log-odds of two rows that are the same.
    center : (d,) float64
        What :meth:`transform` subtracts; distances do not depend on it, but how exact they are does.
    most : float
        :meth:`prepare` cuts weights beyond this many nats; infinite: none.
    account : str
        What it was learned from.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.metric import Metric
    >>> metric = Metric(np.array([[2.0, 0.0]]), bias=1.0, center=np.zeros(2))
    >>> metric.pair_log_odds([[0.0, 0.0], [0.0, 7.0], [1.0, 0.0]], [(0, 1), (0, 2)])
    array([ 1., -3.])
    """

    components: npt.NDArray[np.float64]
    bias: float
    center: npt.NDArray[np.float64]
    most: float = np.inf
    account: str = "a metric that was given"

    def transform(self, features: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Rows as points, (n, rank), whose squared Euclidean distances are those of the metric."""
        rows = checked_features(features, n_features=self.components.shape[1])
        with np.errstate(over="ignore"):
            points: npt.NDArray[np.float64] = (rows - self.center) @ self.components.T
        return points

    def pair_log_odds(self, features: npt.ArrayLike, pairs: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Log-odds that pairs of rows, (n_pairs, 2), are together: the logit itself, so that nothing overflows."""
        points = self.transform(features)
        ends = node_pairs(pairs, len(points))
        return _log_odds(points, ends[:, 0], ends[:, 1], self.bias)

    def pair_probability(self, features: npt.ArrayLike, pairs: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """How probable it is that pairs of rows, (n_pairs, 2), are together."""
        return sigmoid(self.pair_log_odds(features, pairs))

    def prepare(self, features: npt.ArrayLike, /) -> MetricWeights:
        """Rows that are ready to be weighed."""
        points = self.transform(features)
        largest = np.finfo(np.float32).max
        coordinates = np.clip(points, -largest, largest).astype(np.float32)
        return MetricWeights(coordinates, points, self.bias, self.most, self.account)


@dataclass(frozen=True, eq=False)
class MetricWeights:
    """Rows as points of a learned metric, ready to be weighed; made by :meth:`Metric.prepare`.

    Attributes
    ----------
    coordinates : (n, rank) float32
        The points: near ones attract.
    account : str
        What the weights were made from.
    """

    coordinates: npt.NDArray[np.float32]
    points: npt.NDArray[np.float64]
    bias: float
    most: float
    account: str

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> npt.NDArray[np.float64]:
        """Log-odds of the pairs ``u[i], v[i]``, (n_pairs,)."""
        return np.clip(_log_odds(self.points, np.asarray(u), np.asarray(v), self.bias), -self.most, self.most)


def _log_odds(
    points: npt.NDArray[np.float64], u: npt.NDArray[Any], v: npt.NDArray[Any], bias: float
) -> npt.NDArray[np.float64]:
    with np.errstate(over="ignore"):
        distances = squared_distances(points, u, v)
    return np.asarray(bias - np.minimum(distances, HIGHEST), dtype=np.float64)
