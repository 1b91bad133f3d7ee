"""Superpixels with learned weights: log-odds from features of each border, then greedy additive contraction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

import frenemy as fr
from experiments.segmentation.data.edges import Floats, LabelMap, Picture, Strokes, drawn, gradient, without_small
from experiments.segmentation.data.superpixels import Superpixels, superpixels

#: Tuned on the tuned half.
BIAS = -1.5  # added to every weight: more of it, fewer regions
LENGTH_POWER = 0.5  # of the length of a border, times its weight
LEAST = 0.005  # of the picture
RIDGE = 1e-3  # of the fit
ON_STROKE = 2.5  # pixels: nearer is on it
REACHES = (6.0, 20.0)  # pixels over which what a stroke says fades


@dataclass(frozen=True, eq=False)
class Weights:
    """Log-odds of two superpixels being in the same object, linear in the features of their border."""

    mean: Floats
    scale: Floats
    slope: Floats
    offset: float

    def log_odds(self, features: Floats) -> Floats:
        return np.asarray(self.offset + (features - self.mean) / self.scale @ self.slope)


def features(pieces: Superpixels, strokes: Strokes) -> Floats:
    """(n_borders, n_features): gradients, differences of mean color and of texture, and strokes on and near it."""
    from scipy.ndimage import distance_transform_edt

    mask = drawn(pieces.piece.shape, strokes)
    away = distance_transform_edt(~mask) if mask.any() else np.full(mask.shape, 1e3)
    fine, coarse = pieces.height, gradient(pieces.colors, 2.5)
    means = [pieces.piece_means(pieces.colors[..., channel]) for channel in range(3)]
    lightness, *tints = (np.abs(mean[pieces.u] - mean[pieces.v]) for mean in means)
    texture = pieces.piece_means(fine)
    on_stroke = -pieces.border_means(-(away <= ON_STROKE).astype(float))  # both pixels of a crack
    gradients = np.stack([pieces.border_means(fine), pieces.border_means(coarse)], axis=1)
    return np.column_stack(
        [
            np.log1p(gradients),
            np.log1p(lightness),
            np.log1p(np.hypot(*tints)),
            np.log1p(np.minimum(texture[pieces.u], texture[pieces.v])),
            on_stroke,
            on_stroke**2,
            *(pieces.border_means(np.exp(-away / reach)) for reach in REACHES),
        ]
    )


def learned(examples: Iterable[tuple[Picture, Strokes, LabelMap]]) -> Weights:
    """Logistic regression on the borders of pictures with strokes whose objects are known."""
    rows, together, weights = [], [], []
    for picture, strokes, reference in examples:
        pieces = superpixels(picture, strokes)
        shows = _majority(pieces.piece, reference)
        rows.append(features(pieces, strokes))
        together.append(shows[pieces.u] == shows[pieces.v])
        weights.append(pieces.lengths / pieces.lengths.sum())
    x, y, importance = np.concatenate(rows), np.concatenate(together).astype(float), np.concatenate(weights)
    mean, scale = x.mean(axis=0), np.maximum(x.std(axis=0), 1e-9)
    slope = _logistic(np.column_stack([np.ones(len(x)), (x - mean) / scale]), y, importance / importance.sum())
    return Weights(mean, scale, slope[1:], float(slope[0]))


def _logistic(x: Floats, y: Floats, importance: Floats) -> Floats:
    """Newton's method, with a little ridge."""
    slope = np.zeros(x.shape[1])
    for _ in range(30):
        p = fr.affinity.probability(x @ slope)
        step = np.linalg.solve(
            (x * (importance * p * (1.0 - p))[:, None]).T @ x + RIDGE * np.eye(x.shape[1]),
            x.T @ (importance * (y - p)) - RIDGE * slope,
        )
        slope += step
        if np.abs(step).max() < 1e-6:
            break
    return slope


def _majority(piece: LabelMap, reference: LabelMap) -> LabelMap:
    n = int(reference.max()) + 1
    counts = np.bincount(piece.ravel() * n + reference.ravel(), minlength=(int(piece.max()) + 1) * n)
    return np.asarray(counts.reshape(-1, n).argmax(axis=1))


def learned_merging(
    picture: Picture,
    strokes: Strokes,
    *,
    weights: Weights,
    bias: float = BIAS,
    length_power: float = LENGTH_POWER,
    least: float = LEAST,
) -> LabelMap:
    pieces = superpixels(picture, strokes)
    log_odds = weights.log_odds(features(pieces, strokes)) + bias
    problem = fr.Problem.from_edges(
        pieces.u, pieces.v, log_odds * pieces.lengths**length_power, n_nodes=pieces.n_pieces
    )
    labels = fr.GreedyAdditive()(problem, np.arange(problem.n_nodes, dtype=np.int32), fr.Run())
    return without_small(labels[pieces.piece], pieces.height, least * pieces.piece.size)
