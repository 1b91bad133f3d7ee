"""One training run, from checked rows and pairs to a factor and a bias."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.affinity.calibrate.log_odds import logit
from frenemy.affinity.metric.checked_features import Reals
from frenemy.affinity.metric.descent import all_at_once, in_batches
from frenemy.affinity.metric.held_out import HeldOut
from frenemy.affinity.metric.likelihood import Penalty
from frenemy.affinity.metric.progress import MetricRound, OnMetricRound, Progress
from frenemy.affinity.metric.row_space import row_space
from frenemy.affinity.metric.start import axes_needed, initial_factor
from frenemy.affinity.metric.training_pairs import TrainingPairs
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import number, whole_number
from frenemy.run import Run, Status, Stop, cancel_on_interrupt

MAX_LBFGS_PAIRS = 200_000  # for "auto"; beyond, it uses Adam
ROUNDS = {"lbfgs": 200, "adam": 20}


@dataclass(frozen=True)
class Settings:
    """Training parameters, as in :class:`~frenemy.affinity.metric.LDML`."""

    rank: int | None
    prior: str | float
    penalty: str
    strength: float
    start: Any
    solver: str
    batch_size: int
    max_rounds: int | None
    seconds: float | None
    patience: int


@dataclass(frozen=True, eq=False)
class Learned:
    """The result, in the units of the given features."""

    components: Floats
    bias: float
    center: Floats
    status: Status
    history: tuple[MetricRound, ...]


def learn(
    features: Reals,
    pairs: TrainingPairs,
    settings: Settings,
    *,
    validation: HeldOut | None,
    rng: np.random.Generator,
    on_round: OnMetricRound | None,
) -> Learned:
    """Factor and bias by maximum penalized likelihood."""
    d = features.shape[1]
    if settings.rank is not None:
        whole_number(settings.rank, "rank", minimum=1, maximum=d, reason=f"there are {d} features")
    shift = _prior_shift(settings.prior, pairs)
    strength = number(settings.strength)
    if not 0.0 <= strength < np.inf:
        raise ValueError(f"strength must be at least 0 and finite, got {settings.strength!r}")
    batch_size = whole_number(settings.batch_size, "batch_size", minimum=1)
    patience = whole_number(settings.patience, "patience", minimum=1)
    solver = _chosen_solver(settings.solver, len(pairs))
    rounds = ROUNDS[solver] if settings.max_rounds is None else settings.max_rounds
    max_rounds = whole_number(rounds, "max_rounds", minimum=1)

    run = Run(Stop(seconds=settings.seconds))
    with cancel_on_interrupt(run):
        wanted = d if settings.rank is None else int(settings.rank)
        space = row_space(features, n_axes=axes_needed(min(wanted, 1000)), strength=strength, rng=rng)
        rank = min(d, space.rows.shape[1]) if settings.rank is None else int(settings.rank)
        factor, bias = initial_factor(settings.start, space, pairs, rank)
        penalty = Penalty(settings.penalty, strength / space.n_effective, space.widths)

        def held_out_loss(factor: Floats, bias: float) -> float:
            assert validation is not None
            return validation.loss(space.factor_of_features(factor), bias)

        progress = Progress(
            run,
            held_out_loss=None if validation is None else held_out_loss,
            patience=patience,
            on_round=on_round,
        )
        if solver == "lbfgs":
            rows = space.rows.astype(np.float64, copy=False)
            status = all_at_once(factor, bias, rows, pairs, penalty, progress, max_rounds)
        else:
            status = in_batches(factor, bias, space.rows, pairs, penalty, progress, max_rounds, batch_size, rng)
    components = np.ascontiguousarray(space.factor_of_features(progress.factor), dtype=np.float64)
    bias = progress.bias
    if validation is not None:
        components, bias = validation.calibrated(components, bias)
    return Learned(components, bias + shift, space.center, status, tuple(progress.history))


def _chosen_solver(solver: str, n_pairs: int) -> str:
    if solver == "auto":
        return "lbfgs" if n_pairs <= MAX_LBFGS_PAIRS else "adam"
    if solver not in ROUNDS:
        raise ValueError(f'solver must be "auto", "lbfgs" or "adam", got {solver!r}')
    return solver


def _prior_shift(prior: str | float, pairs: TrainingPairs) -> float:
    """Correction of the learned bias: from the share of the training pairs to the prior."""
    if prior == "trained":
        return 0.0
    if isinstance(prior, str) and prior != "natural":
        raise ValueError(f'prior must be a share, "natural" or "trained", got {prior!r}')
    share = pairs.share if isinstance(prior, str) else prior
    return logit(share, "prior") - logit(pairs.trained_share, "balance")
