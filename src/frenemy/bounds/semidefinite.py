"""A lower bound from semidefinite programming, for small dense problems."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy.problem import Problem
from frenemy.run import Run

_Floats = npt.NDArray[np.float64]

_STEP_LENGTH = 1.618  # of the multipliers; below the golden ratio the method converges in practice
_PENALTY_AT_FIRST, _PENALTY_FACTOR, _BALANCE = 0.2, 1.4, 2.0  # the factor applies if one residual is that much larger
_STEPS_PER_ROUND = 8
_STEPS_UNTIL_NEAR, _SECONDS_PER_STEP = 40, 7e-10  # the seconds times the cube of the number of nodes
_SECONDS_AT_LEAST = 1e-3  # of a step
_NODES_WITHOUT_THREAD = 200  # a step takes some milliseconds, and no limit has to be answered meanwhile
_STEPS_TO_BEGIN = 0.25  # as many take the time of the first bound, which needs no eigenvectors
_CONVERGED = 1e-5  # relative residuals
_POLL_SECONDS = 0.01


class SemidefiniteBound:
    """A lower bound by the semidefinite relaxation with nonnegative entries; valid at any time, never decreases.

    ``X[i, j]`` is 1 if two nodes are together and 0 if they are apart: a positive semidefinite matrix without negative
    entries, with ones on its diagonal. Over all such matrices, the weight inside clusters, half of ``<W, X>``, is at
    most half of ``sum(d) + n * lambda_max(W + N - diag(d))``, for any ``d`` and any ``N >= 0`` with zeros on its
    diagonal. So every step of the alternating direction method, which moves towards the best ``d`` and ``N``, is a
    bound, and errors of the method only loosen it. The first round is the spectral bound, without ``d`` and ``N``. Each
    other takes eight steps. A step takes the eigenvectors of a dense matrix: O(n^3), 0.1 s at 500 nodes and 0.7 s at
    1000. Steps on more than 200 nodes run in a thread of their own, so that limits and Ctrl-C answer meanwhile.

    Swamy, "Correlation clustering: maximizing agreements via semidefinite programming" (2004), for the relaxation; Wen,
    Goldfarb & Yin, "Alternating direction augmented Lagrangian methods for semidefinite programming" (2010).
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._total = problem.total_weight
        self.value = -math.inf
        self.is_converged = problem.n_nodes == 0
        self._has_begun = False
        self._n_steps = 0
        self._step: threading.Thread | None = None
        self._error: BaseException | None = None

    @property
    def is_near(self) -> bool:
        """Whether it is near its best, as a rule."""
        return self.is_converged or self._n_steps >= _STEPS_UNTIL_NEAR

    @staticmethod
    def expected_seconds(n_nodes: int) -> float:
        """About how long it takes to get near the best bound: on one core."""
        return _STEPS_UNTIL_NEAR * _SECONDS_PER_STEP * n_nodes**3 + 0.01

    @staticmethod
    def rounds_within(seconds: float, n_nodes: int) -> int:
        """How many rounds are expected to end within this time, on one core; the first one is quick."""
        n_steps = seconds / (_SECONDS_PER_STEP * n_nodes**3 + _SECONDS_AT_LEAST)
        return 0 if n_steps < _STEPS_TO_BEGIN else 1 + int((n_steps - _STEPS_TO_BEGIN) / _STEPS_PER_ROUND)

    def search(self, run: Run, on_round: Callable[[], bool]) -> None:
        """Raise the bound until it converges, the run expires, or ``on_round`` says to stop after a round."""
        while not self.is_converged and self._step_ended(run):
            if self._n_steps % _STEPS_PER_ROUND == 0 and on_round():
                return

    def _step_ended(self, run: Run) -> bool:
        """Take a step, or wait for the one that a stopped call left; whether it ended before the run."""
        if self._step is None and not run.expired():
            self._step = threading.Thread(target=self._guarded_step)
            if self._problem.n_nodes <= _NODES_WITHOUT_THREAD:
                self._step.run()
            else:
                self._step.start()
        while self._step is not None and self._step.is_alive():
            if run.expired():
                return False
            self._step.join(_POLL_SECONDS)
        if self._step is None:
            return False
        self._step = None
        if self._error is not None:
            raise self._error
        return True

    def _guarded_step(self) -> None:
        try:
            if not self._has_begun:
                self._begin()
                return
            self._take_step()
            self._n_steps += 1
            if self._n_steps % _STEPS_PER_ROUND == 0:
                self.value = max(self.value, self._bound())
                self._balance()
        except BaseException as error:  # raised again in the thread of the caller
            self._error = error

    def _begin(self) -> None:
        weights = dense_weights(self._problem)
        n = len(weights)
        largest = float(np.abs(weights).max()) or 1.0
        weights /= largest  # whose squares might overflow
        norm = float(np.linalg.norm(weights)) / n or 1.0
        self._scale = largest * norm
        self._costs = weights / -norm
        self._together = np.eye(n)  # the relaxed clustering X
        self._rest = np.zeros((n, n))  # what is left of the costs: positive semidefinite
        self._signs = np.zeros((n, n))  # N, the multipliers of the signs of X
        self._diagonal = np.zeros(n)
        self._penalty = _PENALTY_AT_FIRST
        self.value = self._bound()
        self._has_begun = True

    def _take_step(self) -> None:
        costs, together, penalty = self._costs, self._together, self._penalty
        self._diagonal = np.diagonal(costs - self._rest) + (1.0 - np.diagonal(together)) / penalty
        shifted = costs - together / penalty
        np.fill_diagonal(shifted, np.diagonal(shifted) - self._diagonal)
        self._signs = np.maximum(shifted - self._rest, 0.0)
        np.fill_diagonal(self._signs, 0.0)
        shifted -= self._signs
        values, vectors = np.linalg.eigh(shifted)
        n_negative = int(np.searchsorted(values, 0.0))
        negative = vectors[:, :n_negative] * np.sqrt(-values[:n_negative])
        nearest = negative @ negative.T  # the projection on the semidefinite cone, negated
        self._rest = shifted + nearest
        self._together = together + _STEP_LENGTH * (penalty * nearest - together)

    def _slack(self) -> _Floats:
        slack = self._costs - self._signs
        np.fill_diagonal(slack, np.diagonal(slack) - self._diagonal)
        return slack

    def _bound(self) -> float:
        """The bound of the current multipliers, which holds in floating point, too."""
        slack = self._slack()
        n = len(slack)
        margin = n * np.finfo(float).eps * float(np.linalg.norm(slack))  # bounds the error of an eigenvalue
        least = float(np.linalg.eigvalsh(slack)[0]) - margin
        error = 4.0 * n * np.finfo(float).eps * float(np.abs(self._diagonal).sum() + n * abs(least))
        return float(self._total + 0.5 * self._scale * (float(self._diagonal.sum()) + n * least - error))

    def _balance(self) -> None:
        """Let the residuals of both sides fall at the same pace."""
        together, n = self._together, len(self._together)
        primal = max(
            float(np.linalg.norm(np.diagonal(together) - 1.0)) / math.sqrt(n),
            float(np.linalg.norm(np.minimum(together, 0.0))) / max(1.0, float(np.linalg.norm(together))),
        )
        dual = float(np.linalg.norm(self._slack() - self._rest)) / n  # which is the norm of the costs
        self.is_converged = max(primal, dual) < _CONVERGED
        if primal * _BALANCE < dual:
            self._penalty *= _PENALTY_FACTOR
        elif dual * _BALANCE < primal:
            self._penalty /= _PENALTY_FACTOR


def dense_weights(problem: Problem) -> _Floats:
    """The weights of all pairs, (n_nodes, n_nodes), with zeros on the diagonal."""
    u, v, w = problem.edges()
    sizes = np.asarray(problem.sizes, float)
    weights = problem.missing * np.outer(sizes, sizes)
    weights[u, v] = weights[v, u] = w
    np.fill_diagonal(weights, 0.0)
    return weights
