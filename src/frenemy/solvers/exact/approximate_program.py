"""The linear program of the cutting plane method, solved approximately by a first-order method."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.run import Run
from frenemy.solvers.exact.linear_program import Cuts

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

_FRACTIONAL = 0.02  # distance from 0 and 1 beyond the error of the solution
_MIN_AMOUNT = 1e-6  # smaller ones are as good as none


class ApproximateProgram:
    """Minimize ``costs @ values``, with values in 0..1, subject to the rows added so far.

    Has the members of :class:`LinearProgram`. ``bound`` and ``reduced`` come from dual values, so they are valid
    however far the method is from the best ones; ``values`` may violate rows a little. Each solve continues where the
    last one ended, which makes a round of cuts cheap.
    """

    def __init__(self, costs: _Floats, run: Run) -> None:
        self.costs = costs
        self._run = run
        self._core = _core.FirstOrderProgram(costs)
        self._age = np.empty(0, np.int64)  # number of consecutive solves in which a row had no amount
        self.lower = np.zeros(len(costs))
        self.upper = np.ones(len(costs))
        self.values = np.zeros(len(costs))
        self.reduced = costs.copy()
        self.bound = 0.0

    @property
    def n_rows(self) -> int:
        return len(self._age)

    def add(self, cuts: Cuts) -> None:
        self._core.add_rows(cuts.offsets, cuts.pairs, cuts.signs, cuts.lower)
        self._age = np.concatenate((self._age, np.zeros(len(cuts), np.int64)))

    def fix(self, pairs: _Ints, lower: _Floats, upper: _Floats) -> None:
        """Set the bounds of the variables of some pairs."""
        self.lower[pairs], self.upper[pairs] = lower, upper
        self._core.set_bounds(self.lower, self.upper)

    def saved(self) -> _core.FirstOrderState:
        return self._core.saved()

    def restore(self, state: _core.FirstOrderState) -> None:
        """Continue from a state that was saved, with the bounds of the variables there are now."""
        self._core.restore(state)
        self._age = np.zeros(self._core.n_rows, np.int64)

    def solve(self, *, cutoff: float, max_steps: int, tolerance: float) -> bool:
        """Take steps until the bound exceeds ``cutoff`` or the error is small; returns whether the run went on."""
        goes_on = self._core.solve(max_steps, tolerance, cutoff, self._run.core)
        self.bound, self.reduced, self.values = self._core.bound, self._core.reduced, self._core.values
        self._age = np.where(self._core.amounts > _MIN_AMOUNT, 0, self._age + 1)
        return bool(goes_on)

    def drop_slack(self, age: int) -> None:
        """Remove rows without an amount in the last ``age`` solves."""
        keep = self._age < age
        if not keep.all():
            self._core.keep_rows(keep.astype(np.uint8))
            self._age = self._age[keep]

    def fractional(self) -> _Ints:
        """Pairs that are not fixed, with a positive cost and a clearly fractional value."""
        is_free = (self.lower < self.upper) & (self.costs > 0.0)
        return np.flatnonzero(is_free & (np.minimum(self.values, 1.0 - self.values) > _FRACTIONAL))
