"""One run of learning, from checked rows and pairs to a factor and a bias."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.log_odds import logit
from frenemy.affinity.metric.checked_features import Floats
from frenemy.affinity.metric.course import Course, Factor, MetricRound, OnMetricRound
from frenemy.affinity.metric.descent import all_at_once, in_batches
from frenemy.affinity.metric.held_out import HeldOut
from frenemy.affinity.metric.likelihood import Penalty
from frenemy.affinity.metric.row_space import row_space
from frenemy.affinity.metric.start import axes_needed, started
from frenemy.affinity.metric.training_pairs import TrainingPairs
from frenemy.checked_arrays import number, whole_number
from frenemy.run import Run, Status, Stop, cancel_on_interrupt

AT_ONCE = 200_000  # pairs up to which all are looked at in every step
ROUNDS = {"lbfgs": 200, "adam": 20}


@dataclass(frozen=True)
class Settings:
    """How to learn; the meaning of each is told by :class:`~frenemy.affinity.metric.LDML`."""

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
    """What came of it, for features as they were given."""

    components: npt.NDArray[np.float64]
    bias: float
    center: npt.NDArray[np.float64]
    status: Status
    history: tuple[MetricRound, ...]


def learn(
    features: Floats,
    pairs: TrainingPairs,
    settings: Settings,
    *,
    watched: HeldOut | None,
    rng: np.random.Generator,
    on_round: OnMetricRound | None,
) -> Learned:
    """Factor and bias of the highest likelihood that was come to."""
    d = features.shape[1]
    if settings.rank is not None:
        whole_number(settings.rank, "rank", least=1, most=d, way_out=f"there are {d} features")
    shift = _prior_shift(settings.prior, pairs)
    strength = number(settings.strength)
    if not 0.0 <= strength < np.inf:
        raise ValueError(f"strength must not be negative, and finite, got {settings.strength!r}")
    batch_size = whole_number(settings.batch_size, "batch_size", least=1)
    patience = whole_number(settings.patience, "patience", least=1)
    solver = _chosen_solver(settings.solver, len(pairs))
    rounds = ROUNDS[solver] if settings.max_rounds is None else settings.max_rounds
    max_rounds = whole_number(rounds, "max_rounds", least=1)

    run = Run(Stop(seconds=settings.seconds))
    with cancel_on_interrupt(run):
        wanted = d if settings.rank is None else int(settings.rank)
        space = row_space(features, n_axes=axes_needed(min(wanted, 1000)), strength=strength, rng=rng)
        rank = min(d, space.rows.shape[1]) if settings.rank is None else int(settings.rank)
        factor, bias = started(settings.start, space, pairs, rank)
        penalty = Penalty(settings.penalty, strength / space.n_effective, space.widths)

        def held_out_loss(factor: Factor, bias: float) -> float:
            assert watched is not None
            return watched.loss(space.factor_of_features(factor), bias)

        course = Course(
            run,
            held_out_loss=None if watched is None else held_out_loss,
            patience=patience,
            on_round=on_round,
        )
        if solver == "lbfgs":
            rows = space.rows.astype(np.float64, copy=False)
            status = all_at_once(factor, bias, rows, pairs, penalty, course, max_rounds)
        else:
            status = in_batches(factor, bias, space.rows, pairs, penalty, course, max_rounds, batch_size, rng)
    components = np.ascontiguousarray(space.factor_of_features(course.factor), dtype=np.float64)
    bias = course.bias
    if watched is not None:
        components, bias = watched.calibrated(components, bias)
    return Learned(components, bias + shift, space.center, status, tuple(course.history))


def _chosen_solver(solver: str, n_pairs: int) -> str:
    if solver == "auto":
        return "lbfgs" if n_pairs <= AT_ONCE else "adam"
    if solver not in ROUNDS:
        raise ValueError(f'solver must be "auto", "lbfgs" or "adam", got {solver!r}')
    return solver


def _prior_shift(prior: str | float, pairs: TrainingPairs) -> float:
    """What to add to a learned bias: it has the share of the training pairs in it, and shall have the prior."""
    if prior == "trained":
        return 0.0
    if isinstance(prior, str) and prior != "natural":
        raise ValueError(f'prior must be a share, "natural" or "trained", got {prior!r}')
    share = pairs.share if isinstance(prior, str) else prior
    return logit(share, "prior") - logit(pairs.trained_share, "balance")
