"""Where learning begins: directions that are likely to tell, at the length and bias that fit them best."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.log_odds import logit
from frenemy.affinity.metric.checked_features import Floats
from frenemy.affinity.metric.likelihood import squared_distances
from frenemy.affinity.metric.row_space import RowSpace
from frenemy.affinity.metric.training_pairs import TrainingPairs

STARTS = ("pca", "whitened", "discriminant")
FLOOR = 1e-4  # of the largest variance: directions with less are not blown up further
SHRINKAGE = 0.1  # of the scatter of pairs that are together, towards a round one
N_AXES = 200  # to look for directions in that tell pairs apart, or twice the rank if that is more


def axes_needed(rank: int) -> int:
    """How many principal axes a start of this rank looks at."""
    return max(N_AXES, 2 * rank)


def started(
    start: str | npt.ArrayLike, space: RowSpace, pairs: TrainingPairs, rank: int
) -> tuple[npt.NDArray[np.float64], float]:
    """Factor, (rank, q), and bias to begin with."""
    if not isinstance(start, str):
        factor = space.factor_of_rows(_given(start, space, rank))
        return factor.astype(np.float64), _fitted(factor, space.rows, pairs)[1]
    if start not in STARTS:
        raise ValueError(f"start must be one of {', '.join(STARTS)}, or a matrix, got {start!r}")
    if start == "pca":
        directions = space.axes[:rank] * space.widths
    elif start == "whitened":
        variances = np.maximum(space.variances[:rank], FLOOR * space.variances[0])
        directions = space.axes[:rank] * space.widths / np.sqrt(variances)[:, None]
    else:
        directions = _discriminant(space, pairs, rank)
    if len(directions) < rank:  # more was asked for than the start has: the rest begins small, not at 0, a dead end
        more = np.zeros((rank - len(directions), directions.shape[1]), directions.dtype)
        more[np.arange(len(more)), np.arange(len(more)) % more.shape[1]] = 0.01 * float(np.abs(directions).max())
        directions = np.concatenate([directions, more])
    slope, bias = _fitted(directions, space.rows, pairs)
    return np.sqrt(slope) * directions.astype(np.float64), bias


def _given(start: npt.ArrayLike, space: RowSpace, rank: int) -> Floats:
    factor = np.asarray(start, dtype=np.float64)
    d = len(space.center)
    if factor.shape != (rank, d) or not np.isfinite(factor).all():
        raise ValueError(f"start must be a finite matrix of rank x features, {(rank, d)}, got shape {factor.shape}")
    return factor


def _discriminant(space: RowSpace, pairs: TrainingPairs, rank: int) -> Floats:
    """Directions along which all rows vary most beside those that are together (Fisher's), each of unit noise."""
    axes = space.axes[: axes_needed(rank)] * space.widths
    axes = axes / np.sqrt(np.maximum(space.variances[: len(axes)], FLOOR * space.variances[0]))[:, None]
    points = (space.rows @ axes.T).astype(np.float64)
    together = np.flatnonzero(pairs.is_same)
    within = np.zeros((points.shape[1],) * 2)
    for begin in range(0, len(together), 4096):
        piece = together[begin : begin + 4096]
        difference = points[pairs.u[piece]] - points[pairs.v[piece]]
        within += difference.T @ difference
    within /= 2.0 * len(together)
    within += np.eye(len(within)) * (SHRINKAGE * np.trace(within) / len(within) + 1e-12)
    # Whitened by the scatter within, what is left of the total are the directions, without scipy.linalg.
    values, vectors = np.linalg.eigh(within)
    whitening = vectors / np.sqrt(values)
    values, vectors = np.linalg.eigh(whitening.T @ (points.T @ points / len(points)) @ whitening)
    # What is no wider than the noise says nothing.
    gains = np.sqrt(np.maximum(1.0 - 1.0 / np.maximum(values[::-1][:rank], 1e-12), 1e-3))
    directions: Floats = ((whitening @ vectors[:, ::-1][:, :rank]) * gains).T @ axes
    return directions


def _fitted(directions: Floats, rows: Floats, pairs: TrainingPairs) -> tuple[float, float]:
    """Slope and bias of a line over squared distances, as if both kinds were normal and equally wide."""
    distances = squared_distances(rows @ directions.T, pairs.u, pairs.v).astype(np.float64)
    same, apart = distances[pairs.is_same], distances[~pairs.is_same]
    near, far = float(same.mean()), float(apart.mean())
    width = 0.5 * (float(same.var()) + float(apart.var()))
    if far > near and width > 0.0:
        slope = min((far - near) / width, 20.0 / (far - near))
    else:  # no better than chance: as good a length as any
        slope = 1.0 / max(far, near, 1e-12)
    return slope, 0.5 * slope * (near + far) + logit(pairs.trained_share, "balance")
