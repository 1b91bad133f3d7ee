"""The cross entropy of labelled pairs under a metric, and its gradient.

With ``P = X L'``, the gradient of the loss with respect to ``L`` is ``-2 (K P)' X``, where ``K`` is the Laplacian of
the graph of pairs, weighted by their errors. So there is no array of pairs times features, and a round costs ``n d r``
for the rows and ``r`` for each pair.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from frenemy.affinity.calibrate.log_odds import sigmoid
from frenemy.affinity.metric.training_pairs import TrainingPairs

CHUNK = 2**19  # maximum size of an array of pairs times rank
Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Penalty:
    """The penalty of a metric: ``"factor"`` is the sum of squares of L, ``"metric"`` that of M = L'L.

    L is the factor with its columns divided by ``widths``.
    """

    kind: str
    strength: float
    widths: Array | float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in ("factor", "metric"):
            raise ValueError(f'penalty must be "factor" or "metric", got {self.kind!r}')

    def cost(self, factor: Array) -> tuple[float, Array]:
        """The cost and its gradient."""
        scaled = factor / self.widths
        if self.kind == "factor":
            return self.strength * float(np.vdot(scaled, scaled)), 2.0 * self.strength * scaled / self.widths
        inner = scaled @ scaled.T
        return self.strength * float(np.vdot(inner, inner)), 4.0 * self.strength * (inner @ scaled) / self.widths


def squared_distances(points: Array, u: Array, v: Array, check: Callable[[], object] | None = None) -> Array:
    """Squared Euclidean distances of pairs of points, in blocks."""
    distances = np.empty(len(u), points.dtype)
    step = max(1, CHUNK // max(1, points.shape[1]))
    for begin in range(0, len(u), step):
        if check is not None:
            check()
        piece = slice(begin, begin + step)
        difference = points[u[piece]] - points[v[piece]]
        np.einsum("ij,ij->i", difference, difference, out=distances[piece])
    return distances


def loss(
    factor: Array, bias: float, rows: Array, pairs: TrainingPairs, check: Callable[[], object] | None = None
) -> float:
    """Mean cross entropy of the labels, in nats, without penalty."""
    z = bias - squared_distances(rows @ factor.T, pairs.u, pairs.v, check).astype(np.float64)
    return float(np.dot(pairs.importance, np.logaddexp(0.0, z) - np.where(pairs.is_same, z, 0.0)))


def loss_and_gradient(
    factor: Array,
    bias: float,
    rows: Array,
    pairs: TrainingPairs,
    penalty: Penalty,
    check: Callable[[], object] | None = None,
) -> tuple[float, Array, float]:
    """Loss with penalty, and its gradient with respect to the factor, (rank, d), and to the bias.

    ``check`` is called between blocks and may raise to stop.
    """
    points = rows @ factor.T
    z = bias - squared_distances(points, pairs.u, pairs.v, check).astype(np.float64)
    value = float(np.dot(pairs.importance, np.logaddexp(0.0, z) - np.where(pairs.is_same, z, 0.0)))
    error = pairs.importance * (sigmoid(z) - pairs.is_same)
    pull = _laplacian_times(error.astype(points.dtype), pairs, points)
    cost, gradient = penalty.cost(factor)
    gradient = gradient - 2.0 * (pull.T @ rows)
    return value + cost, gradient, float(error.sum())


def _laplacian_times(error: Array, pairs: TrainingPairs, points: Array) -> Array:
    n = len(points)
    offsets = np.zeros(n + 1, np.int32)
    np.cumsum(np.bincount(pairs.u, minlength=n), out=offsets[1:])
    upper = sparse.csr_array((error, pairs.v, offsets), shape=(n, n))
    degrees = np.bincount(pairs.u, error, n) + np.bincount(pairs.v, error, n)
    product: Array = degrees.astype(points.dtype)[:, None] * points - upper @ points - upper.T @ points
    return product
