"""Fit a small network to log-odds: Adam on the logistic loss, with standardized features."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Network

Floats = npt.NDArray[np.float32]

_FIRST_MOMENT, _SECOND_MOMENT, _TINY = 0.9, 0.999, 1e-8  # as Kingma & Ba (2015) have them


@dataclass(frozen=True)
class Training:
    """How a network is fitted."""

    hidden: tuple[int, ...] = (16,)
    epochs: int = 10
    rate: float = 3e-3  # at the start; falls to 0 along a cosine
    batch: int = 512
    decay: float = 1e-4
    seed: int = 0


def fit(features: Floats, targets: Floats, training: Training, *, weights: Floats | None = None) -> Network:
    """The network whose log-odds explain the targets (0 to 1) best."""
    rng = np.random.default_rng(training.seed)
    mean, scale = features.mean(axis=0), features.std(axis=0) + np.float32(1e-6)
    inputs = ((features - mean) / scale).astype(np.float32)
    wanted = targets.astype(np.float32)
    weights = np.ones(len(wanted), np.float32) if weights is None else weights.astype(np.float32)
    values = _started(rng, (features.shape[1], *training.hidden, 1))
    first, second = [np.zeros_like(value) for value in values], [np.zeros_like(value) for value in values]
    batch = min(training.batch, len(wanted))
    n_steps, step = training.epochs * (len(wanted) // batch), 0
    for _ in range(training.epochs):
        order = rng.permutation(len(wanted))
        for begin in range(0, len(order) - batch + 1, batch):
            rows = order[begin : begin + batch]
            step += 1
            rate = training.rate * 0.5 * (1.0 + np.cos(np.pi * step / n_steps))
            for i, slope in enumerate(_slopes(values, inputs[rows], wanted[rows], weights[rows], training.decay)):
                first[i] = _FIRST_MOMENT * first[i] + (1.0 - _FIRST_MOMENT) * slope
                second[i] = _SECOND_MOMENT * second[i] + (1.0 - _SECOND_MOMENT) * slope**2
                size = np.sqrt(second[i] / (1.0 - _SECOND_MOMENT**step)) + _TINY
                values[i] = (values[i] - rate * (first[i] / (1.0 - _FIRST_MOMENT**step)) / size).astype(np.float32)
    layers = tuple((values[i], values[i + 1]) for i in range(0, len(values), 2))
    return Network(mean.astype(np.float32), scale.astype(np.float32), layers)


def _started(rng: np.random.Generator, sizes: tuple[int, ...]) -> list[Floats]:
    values: list[Floats] = []
    for n_in, n_out in pairwise(sizes):
        values += [rng.normal(0.0, np.sqrt(1.0 / n_in), (n_in, n_out)).astype(np.float32), np.zeros(n_out, np.float32)]
    return values


def _slopes(values: list[Floats], inputs: Floats, wanted: Floats, weights: Floats, decay: float) -> list[Floats]:
    """Of the mean loss, by each matrix and offset."""
    seen = [inputs]
    for i in range(0, len(values) - 2, 2):
        seen.append(np.tanh(seen[-1] @ values[i] + values[i + 1]))
    log_odds = (seen[-1] @ values[-2] + values[-1])[:, 0]
    back = (weights * (1.0 / (1.0 + np.exp(-log_odds)) - wanted) / len(wanted))[:, None]
    slopes: list[Floats] = [np.zeros(0, np.float32)] * len(values)
    for i in range(len(values) - 2, -1, -2):
        layer = seen[i // 2]
        slopes[i], slopes[i + 1] = layer.T @ back + decay * values[i], back.sum(axis=0)
        if i:
            back = (back @ values[i].T) * (1.0 - layer**2)
    return slopes


def loss(log_odds: Floats, targets: Floats) -> float:
    """Mean logistic loss."""
    return float(np.mean(np.logaddexp(0.0, log_odds) - log_odds * targets))
