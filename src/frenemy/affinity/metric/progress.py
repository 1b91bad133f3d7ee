"""Progress of learning: rounds, the best result so far, and when to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.run import Run, Status


@dataclass(frozen=True)
class MetricRound:
    """Argument of ``on_round``, which is called after every round of learning.

    Attributes
    ----------
    round : int
        Counted from 1.
    seconds : float
        Since learning began.
    loss : float
        Mean cross entropy of the training pairs, in nats, with the penalty.
    held_out_loss : float or None
        Mean cross entropy of pairs of held-out classes, without the penalty.
    """

    round: int
    seconds: float
    loss: float
    held_out_loss: float | None


OnMetricRound = Callable[[MetricRound], object]


class LearningStopped(Exception):
    """Ctrl-C, a limit or ``on_round`` ended learning; the best result so far is kept."""


class Progress:
    """Keeps the best factor and bias, and decides when to stop."""

    def __init__(
        self,
        run: Run,
        *,
        held_out_loss: Callable[[Floats, float], float] | None,
        patience: int,
        on_round: OnMetricRound | None,
    ) -> None:
        self._run = run
        self._held_out_loss = held_out_loss
        self._patience = patience
        self._on_round = on_round
        self._best_loss = np.inf
        self._n_stale = 0
        self.history: list[MetricRound] = []
        self.status: Status | None = None  # set if the optimizer did not end by itself
        self.factor: Floats = np.empty((0, 0))
        self.bias = 0.0

    def check(self) -> None:
        """Raise if learning has to stop within a round."""
        if self._run.expired():
            self.status = self._run.status
            raise LearningStopped

    def begin(self, factor: Floats, bias: float) -> None:
        """Take the start as the best result so far."""
        self.factor, self.bias = factor.copy(), bias
        if self._held_out_loss is not None:
            self._best_loss = self._held_out_loss(factor, bias)

    def round_done(self, factor: Floats, bias: float, loss: float) -> None:
        """Record a round; raise if it is the last."""
        held_out = None if self._held_out_loss is None else self._held_out_loss(factor, bias)
        self.history.append(MetricRound(len(self.history) + 1, self._run.seconds, loss, held_out))
        criterion = loss if held_out is None else held_out
        if criterion < self._best_loss:
            self._best_loss, self._n_stale = criterion, 0
            self.factor, self.bias = factor.copy(), bias
        else:
            self._n_stale += 1
        if self._on_round is not None and self._on_round(self.history[-1]) is True:
            self.status = Status.CANCELLED
        elif held_out is not None and self._n_stale >= self._patience:
            self.status = Status.STALLED
        if self.status is not None:
            raise LearningStopped
