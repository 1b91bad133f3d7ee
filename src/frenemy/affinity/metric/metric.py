"""A learned metric, which gives weights of pairs of new rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.log_odds import sigmoid
from frenemy.affinity.metric.checked_features import checked_features
from frenemy.affinity.metric.likelihood import squared_distances
from frenemy.problem.array_types import Floats, Floats32
from frenemy.problem.checked_arrays import node_pairs
from frenemy.problem.renamed_parameters import renamed_parameters

MAX_FLOAT = np.finfo(np.float64).max


@renamed_parameters(most="max_weight")
@dataclass(frozen=True, eq=False)
class Metric:
    """Log-odds that two rows are together: ``bias - |components (x - y)|^2``. Learned by :class:`LDML`.

    It only needs numpy, can be pickled, and weighs rows for :func:`frenemy.affinity.feature_problem`.

    Parameters
    ----------
    components : (rank, d) float64
        The factor L of the metric ``M = L'L``.
    bias : float
        Log-odds of two equal rows.
    center : (d,) float64
        Subtracted by :meth:`transform`; distances do not depend on it, but their accuracy does.
    max_weight : float
        :meth:`prepare` clips weights to this many nats; infinite: no clipping.
    account : str
        One sentence: the training data.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.metric import Metric
    >>> metric = Metric(np.array([[2.0, 0.0]]), bias=1.0, center=np.zeros(2))
    >>> metric.pair_log_odds([[0.0, 0.0], [0.0, 7.0], [1.0, 0.0]], [(0, 1), (0, 2)])
    array([ 1., -3.])
    """

    components: Floats
    bias: float
    center: Floats
    max_weight: float = np.inf
    account: str = "a metric that was given"

    def transform(self, features: npt.ArrayLike) -> Floats:
        """Points, (n, rank), whose squared Euclidean distances are those of the metric."""
        rows = checked_features(features, n_features=self.components.shape[1])
        with np.errstate(over="ignore"):
            points: Floats = (rows - self.center) @ self.components.T
        return points

    def pair_log_odds(self, features: npt.ArrayLike, pairs: npt.ArrayLike) -> Floats:
        """Log-odds that pairs of rows, (n_pairs, 2), are together; always finite."""
        points = self.transform(features)
        ends = node_pairs(pairs, len(points))
        return _log_odds(points, ends[:, 0], ends[:, 1], self.bias)

    def pair_probability(self, features: npt.ArrayLike, pairs: npt.ArrayLike) -> Floats:
        """Probabilities that pairs of rows, (n_pairs, 2), are together."""
        return sigmoid(self.pair_log_odds(features, pairs))

    def prepare(self, features: npt.ArrayLike, /) -> MetricWeights:
        """The rows, transformed so that their pairs can be weighed."""
        points = self.transform(features)
        largest = np.finfo(np.float32).max
        coordinates = np.clip(points, -largest, largest).astype(np.float32)
        return MetricWeights(coordinates, points, self.bias, self.max_weight, self.account)


@dataclass(frozen=True, eq=False)
class MetricWeights:
    """Rows as points in the space of a learned metric, with weights of their pairs; made by :meth:`Metric.prepare`.

    Attributes
    ----------
    coordinates : (n, rank) float32
        The points; near points attract.
    account : str
        One sentence: the origin of the weights.
    """

    coordinates: Floats32
    points: Floats
    bias: float
    max_weight: float
    account: str

    def weights(self, u: npt.NDArray[Any], v: npt.NDArray[Any], /) -> Floats:
        """Log-odds of the pairs ``u[i], v[i]``, (n_pairs,)."""
        return np.clip(
            _log_odds(self.points, np.asarray(u), np.asarray(v), self.bias), -self.max_weight, self.max_weight
        )


def _log_odds(points: Floats, u: npt.NDArray[Any], v: npt.NDArray[Any], bias: float) -> Floats:
    with np.errstate(over="ignore"):
        distances = squared_distances(points, u, v)
    return np.asarray(bias - np.minimum(distances, MAX_FLOAT), dtype=np.float64)
