"""Down the likelihood: all pairs at once by L-BFGS, or some at a time by Adam."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.metric.course import CalledOff, Course, Factor
from frenemy.affinity.metric.likelihood import Penalty, loss_and_gradient
from frenemy.affinity.metric.training_pairs import TrainingPairs
from frenemy.run import Status

LEARNING_RATE = 0.05  # of the size of an entry of the factor, falling to 0 over all rounds
KEEP, KEEP_SQUARES = 0.9, 0.99
ENOUGH = 1e-7  # relative gain of a round of L-BFGS


def all_at_once(
    factor: Factor,
    bias: float,
    rows: npt.NDArray[Any],
    pairs: TrainingPairs,
    penalty: Penalty,
    course: Course,
    max_rounds: int,
) -> Status:
    """L-BFGS over all pairs; a round is one step of it."""
    from scipy.optimize import OptimizeResult, minimize  # takes longer to load than the rest of the package

    shape = factor.shape

    def value_and_gradient(x: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        value, by_factor, by_bias = loss_and_gradient(
            x[:-1].reshape(shape), float(x[-1]), rows, pairs, penalty, course.check
        )
        return value, np.append(by_factor.ravel(), by_bias)

    def told(intermediate_result: OptimizeResult) -> None:  # the name is how scipy knows what to give
        x = intermediate_result.x
        course.round_done(x[:-1].reshape(shape), float(x[-1]), float(intermediate_result.fun))

    course.begin(factor, bias)
    try:
        done = minimize(
            value_and_gradient,
            np.append(factor.ravel(), bias),
            jac=True,
            method="L-BFGS-B",
            callback=told,
            options={"maxiter": max_rounds, "maxfun": 20 * max_rounds, "maxcor": 20, "ftol": ENOUGH, "gtol": 1e-6},
        )
    except CalledOff:
        return course.status or Status.CANCELLED
    return Status.ROUND_LIMIT if done.status == 1 else Status.CONVERGED


def in_batches(
    factor: Factor,
    bias: float,
    rows: npt.NDArray[Any],
    pairs: TrainingPairs,
    penalty: Penalty,
    course: Course,
    max_rounds: int,
    batch_size: int,
    rng: np.random.Generator,
) -> Status:
    """Adam (Kingma & Ba 2015) over batches of pairs in random order; a round is once through all of them.

    The rate falls in a straight line to 0, so that the end is as quiet as the number of rounds allows.
    """
    x = np.append(factor.ravel(), bias)
    rates = LEARNING_RATE * np.append(np.full(factor.size, np.sqrt(np.mean(factor**2))), max(1.0, 0.1 * abs(bias)))
    mean, square = np.zeros_like(x), np.zeros_like(x)
    n_batches = -(-len(pairs) // batch_size)
    step = 0
    course.begin(factor, bias)
    try:
        for _ in range(max_rounds):
            losses = []
            for chosen in np.array_split(rng.permutation(len(pairs)), n_batches):
                course.check()
                value, gradient = _of_batch(x, factor.shape, rows, pairs.part(chosen), penalty)
                losses.append(value)
                step += 1
                mean += (1.0 - KEEP) * (gradient - mean)
                square += (1.0 - KEEP_SQUARES) * (gradient**2 - square)
                left = 1.0 - step / (max_rounds * n_batches + 1)
                size = np.sqrt(square / (1.0 - KEEP_SQUARES**step)) + 1e-12
                x = x - left * rates * (mean / (1.0 - KEEP**step)) / size
            # The losses of the batches are of factors that are gone: they tell how it goes, and the last is the best.
            course.round_done(x[:-1].reshape(factor.shape), float(x[-1]), float(np.mean(losses)))
    except CalledOff:
        return course.status or Status.CANCELLED
    return Status.ROUND_LIMIT


def _of_batch(
    x: npt.NDArray[np.float64], shape: tuple[int, int], rows: npt.NDArray[Any], batch: TrainingPairs, penalty: Penalty
) -> tuple[float, npt.NDArray[np.float64]]:
    """Loss and gradient with the rows of the batch alone, if these are much fewer than all."""
    if 2 * len(batch) < len(rows):
        used, ends = np.unique(np.concatenate([batch.u, batch.v]), return_inverse=True)
        u, v = ends[: len(batch)].astype(np.int32), ends[len(batch) :].astype(np.int32)
        batch = TrainingPairs(u, v, batch.is_same, batch.importance, batch.share, batch.trained_share)
        rows = rows[used]
    factor = x[:-1].reshape(shape).astype(rows.dtype)
    value, by_factor, by_bias = loss_and_gradient(factor, float(x[-1]), rows, batch, penalty)
    return value, np.append(by_factor.ravel(), by_bias).astype(np.float64)
