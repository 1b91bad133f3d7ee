"""The course of learning: rounds, the best so far, and when it is enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.run import Run, Status


@dataclass(frozen=True)
class MetricRound:
    """What ``on_round`` is told after every round of learning.

    Attributes
    ----------
    round : int
        From 1 on.
    seconds : float
        Since learning began.
    loss : float
        Mean cross entropy of the training pairs, in nats, with the penalty.
    held_out_loss : float or None
        The same of pairs of classes that were held out, without the penalty.
    """

    round: int
    seconds: float
    loss: float
    held_out_loss: float | None


OnMetricRound = Callable[[MetricRound], object]
Factor = npt.NDArray[np.float64]


class CalledOff(Exception):
    """Ctrl-C, a limit, or someone's wish: what is best so far counts."""


class Course:
    """Keeps the best factor and bias, and says when to stop."""

    def __init__(
        self,
        run: Run,
        *,
        held_out_loss: Callable[[Factor, float], float] | None,
        patience: int,
        on_round: OnMetricRound | None,
    ) -> None:
        self._run = run
        self._held_out_loss = held_out_loss
        self._patience = patience
        self._on_round = on_round
        self._least = np.inf
        self._n_stale = 0
        self.history: list[MetricRound] = []
        self.status: Status | None = None  # of an end that is not up to the optimizer
        self.factor: Factor = np.empty((0, 0))
        self.bias = 0.0

    def check(self) -> None:
        """Raise if it is time to stop in the middle of a round."""
        if self._run.expired():
            self.status = self._run.status
            raise CalledOff

    def begin(self, factor: Factor, bias: float) -> None:
        """The start counts as the best until there is better."""
        self.factor, self.bias = factor.copy(), bias
        if self._held_out_loss is not None:
            self._least = self._held_out_loss(factor, bias)

    def round_done(self, factor: Factor, bias: float, loss: float) -> None:
        """Note a round; raises if it is to be the last."""
        held_out = None if self._held_out_loss is None else self._held_out_loss(factor, bias)
        self.history.append(MetricRound(len(self.history) + 1, self._run.seconds, loss, held_out))
        judged = loss if held_out is None else held_out
        if judged < self._least:
            self._least, self._n_stale = judged, 0
            self.factor, self.bias = factor.copy(), bias
        else:
            self._n_stale += 1
        if self._on_round is not None and self._on_round(self.history[-1]) is True:
            self.status = Status.CANCELLED
        elif held_out is not None and self._n_stale >= self._patience:
            self.status = Status.STALLED
        if self.status is not None:
            raise CalledOff
