"""Initial factor and bias: discriminative or principal directions, with a fitted scale and bias."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.log_odds import logit
from frenemy.affinity.metric.checked_features import Reals
from frenemy.affinity.metric.likelihood import squared_distances
from frenemy.affinity.metric.row_space import RowSpace
from frenemy.affinity.metric.training_pairs import TrainingPairs
from frenemy.problem.array_types import Floats

STARTS = ("pca", "whitened", "discriminant")
MIN_VARIANCE = 1e-4  # of the largest variance: whitening treats smaller ones as this large
SHRINKAGE = 0.1  # of the within-class scatter, towards an isotropic one
N_AXES = 200  # principal axes to search for discriminative directions, or twice the rank if that is more


def axes_needed(rank: int) -> int:
    """Number of principal axes that a start of this rank needs."""
    return max(N_AXES, 2 * rank)


def initial_factor(
    start: str | npt.ArrayLike, space: RowSpace, pairs: TrainingPairs, rank: int
) -> tuple[Floats, float]:
    """Initial factor, (rank, q), and bias."""
    if not isinstance(start, str):
        factor = space.factor_of_rows(_given(start, space, rank))
        return factor.astype(np.float64), _fitted(factor, space.rows, pairs)[1]
    if start not in STARTS:
        raise ValueError(f"start must be one of {', '.join(STARTS)}, or a matrix, got {start!r}")
    if start == "pca":
        directions = space.axes[:rank] * space.widths
    elif start == "whitened":
        variances = np.maximum(space.variances[:rank], MIN_VARIANCE * space.variances[0])
        directions = space.axes[:rank] * space.widths / np.sqrt(variances)[:, None]
    else:
        directions = _discriminant(space, pairs, rank)
    if len(directions) < rank:  # the other rows start small, not at 0, where their gradient is 0
        rest = np.zeros((rank - len(directions), directions.shape[1]), directions.dtype)
        rest[np.arange(len(rest)), np.arange(len(rest)) % rest.shape[1]] = 0.01 * float(np.abs(directions).max())
        directions = np.concatenate([directions, rest])
    slope, bias = _fitted(directions, space.rows, pairs)
    return np.sqrt(slope) * directions.astype(np.float64), bias


def _given(start: npt.ArrayLike, space: RowSpace, rank: int) -> Reals:
    factor = np.asarray(start, dtype=np.float64)
    d = len(space.center)
    if factor.shape != (rank, d) or not np.isfinite(factor).all():
        raise ValueError(f"start must be a finite matrix of rank x features, {(rank, d)}, got shape {factor.shape}")
    return factor


def _discriminant(space: RowSpace, pairs: TrainingPairs, rank: int) -> Reals:
    """Fisher's discriminant directions, which maximize total over within-class variance; whitened by the latter."""
    axes = space.axes[: axes_needed(rank)] * space.widths
    axes = axes / np.sqrt(np.maximum(space.variances[: len(axes)], MIN_VARIANCE * space.variances[0]))[:, None]
    points = (space.rows @ axes.T).astype(np.float64)
    together = np.flatnonzero(pairs.is_same)
    within = np.zeros((points.shape[1],) * 2)
    for begin in range(0, len(together), 4096):
        piece = together[begin : begin + 4096]
        difference = points[pairs.u[piece]] - points[pairs.v[piece]]
        within += difference.T @ difference
    within /= 2.0 * len(together)
    within += np.eye(len(within)) * (SHRINKAGE * np.trace(within) / len(within) + 1e-12)
    # Eigenvectors of the total scatter after whitening by the within-class scatter; needs no scipy.linalg.
    values, vectors = np.linalg.eigh(within)
    whitening = vectors / np.sqrt(values)
    values, vectors = np.linalg.eigh(whitening.T @ (points.T @ points / len(points)) @ whitening)
    # Directions with no more total than within-class variance are not informative.
    gains = np.sqrt(np.maximum(1.0 - 1.0 / np.maximum(values[::-1][:rank], 1e-12), 1e-3))
    directions: Reals = ((whitening @ vectors[:, ::-1][:, :rank]) * gains).T @ axes
    return directions


def _fitted(directions: Reals, rows: Reals, pairs: TrainingPairs) -> tuple[float, float]:
    """Slope and bias of log-odds linear in the squared distance, as if both kinds were normal with equal variance."""
    distances = squared_distances(rows @ directions.T, pairs.u, pairs.v).astype(np.float64)
    same, apart = distances[pairs.is_same], distances[~pairs.is_same]
    near, far = float(same.mean()), float(apart.mean())
    width = 0.5 * (float(same.var()) + float(apart.var()))
    if far > near and width > 0.0:
        slope = min((far - near) / width, 20.0 / (far - near))
    else:  # no better than chance, so the scale is arbitrary
        slope = 1.0 / max(far, near, 1e-12)
    return slope, 0.5 * slope * (near + far) + logit(pairs.trained_share, "balance")
