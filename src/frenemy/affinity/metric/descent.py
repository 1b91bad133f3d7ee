"""Maximize the likelihood: by L-BFGS over all pairs, or by Adam in batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.metric.likelihood import Penalty, loss_and_gradient
from frenemy.affinity.metric.progress import LearningStopped, Progress
from frenemy.affinity.metric.training_pairs import TrainingPairs
from frenemy.problem.array_types import Floats
from frenemy.run import Status

LEARNING_RATE = 0.05  # relative to the entries of the factor; decreases linearly to 0
BETA_1, BETA_2 = 0.9, 0.99  # decay rates of Adam's moment estimates
MIN_GAIN = 1e-7  # relative, of a round of L-BFGS


def all_at_once(
    factor: Floats,
    bias: float,
    rows: npt.NDArray[Any],
    pairs: TrainingPairs,
    penalty: Penalty,
    progress: Progress,
    max_rounds: int,
) -> Status:
    """L-BFGS over all pairs; a round is one step of it."""
    from scipy.optimize import OptimizeResult, minimize  # slower to load than the rest of the package

    shape = factor.shape

    def value_and_gradient(x: Floats) -> tuple[float, Floats]:
        value, by_factor, by_bias = loss_and_gradient(
            x[:-1].reshape(shape), float(x[-1]), rows, pairs, penalty, progress.check
        )
        return value, np.append(by_factor.ravel(), by_bias)

    def on_iteration(intermediate_result: OptimizeResult) -> None:  # scipy requires this parameter name
        x = intermediate_result.x
        progress.round_done(x[:-1].reshape(shape), float(x[-1]), float(intermediate_result.fun))

    progress.begin(factor, bias)
    try:
        done = minimize(
            value_and_gradient,
            np.append(factor.ravel(), bias),
            jac=True,
            method="L-BFGS-B",
            callback=on_iteration,
            options={"maxiter": max_rounds, "maxfun": 20 * max_rounds, "maxcor": 20, "ftol": MIN_GAIN, "gtol": 1e-6},
        )
    except LearningStopped:
        return progress.status or Status.CANCELLED
    return Status.ROUND_LIMIT if done.status == 1 else Status.CONVERGED


def in_batches(
    factor: Floats,
    bias: float,
    rows: npt.NDArray[Any],
    pairs: TrainingPairs,
    penalty: Penalty,
    progress: Progress,
    max_rounds: int,
    batch_size: int,
    rng: np.random.Generator,
) -> Status:
    """Adam (Kingma & Ba 2015) over batches of pairs in random order; a round is one pass over all of them.

    The learning rate decreases linearly to 0.
    """
    x = np.append(factor.ravel(), bias)
    rates = LEARNING_RATE * np.append(np.full(factor.size, np.sqrt(np.mean(factor**2))), max(1.0, 0.1 * abs(bias)))
    mean, square = np.zeros_like(x), np.zeros_like(x)
    n_batches = -(-len(pairs) // batch_size)
    step = 0
    progress.begin(factor, bias)
    try:
        for _ in range(max_rounds):
            losses = []
            for chosen in np.array_split(rng.permutation(len(pairs)), n_batches):
                progress.check()
                value, gradient = _batch_gradient(x, factor.shape, rows, pairs.part(chosen), penalty)
                losses.append(value)
                step += 1
                mean += (1.0 - BETA_1) * (gradient - mean)
                square += (1.0 - BETA_2) * (gradient**2 - square)
                decay = 1.0 - step / (max_rounds * n_batches + 1)
                size = np.sqrt(square / (1.0 - BETA_2**step)) + 1e-12
                x = x - decay * rates * (mean / (1.0 - BETA_1**step)) / size
            # Batch losses belong to earlier factors: they show the trend, and the last factor is taken as the best.
            progress.round_done(x[:-1].reshape(factor.shape), float(x[-1]), float(np.mean(losses)))
    except LearningStopped:
        return progress.status or Status.CANCELLED
    return Status.ROUND_LIMIT


def _batch_gradient(
    x: Floats, shape: tuple[int, int], rows: npt.NDArray[Any], batch: TrainingPairs, penalty: Penalty
) -> tuple[float, Floats]:
    """Loss and gradient; computed from the rows of the batch alone if these are few."""
    if 2 * len(batch) < len(rows):
        used, ends = np.unique(np.concatenate([batch.u, batch.v]), return_inverse=True)
        u, v = ends[: len(batch)].astype(np.int32), ends[len(batch) :].astype(np.int32)
        batch = TrainingPairs(u, v, batch.is_same, batch.importance, batch.share, batch.trained_share)
        rows = rows[used]
    factor = x[:-1].reshape(shape).astype(rows.dtype)
    value, by_factor, by_bias = loss_and_gradient(factor, float(x[-1]), rows, batch, penalty)
    return value, np.append(by_factor.ravel(), by_bias).astype(np.float64)
