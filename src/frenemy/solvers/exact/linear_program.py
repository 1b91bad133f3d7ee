"""The linear program of the cutting plane method, solved by HiGHS."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.distinct import distinct
from frenemy.run import Run

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

INTEGRAL = 1e-6
_MIN_ROWS, _MIN_DROPPED = 500, 0.2  # rows are dropped if there are at least this number, and this share is slack


def load_highspy() -> ModuleType:
    try:
        import highspy
    except ImportError:
        raise ImportError('Exact needs the linear program solver HiGHS: pip install "frenemy[exact]"') from None
    return highspy


@dataclass(frozen=True, eq=False)
class Cuts:
    """Valid inequalities: the sum of ``signs * values`` over the pairs of a row is at least ``lower``.

    ``pairs`` and ``signs`` of row k are at ``offsets[k]`` to ``offsets[k + 1]``; ``violations`` are those of the
    solution that was separated.
    """

    offsets: _Ints
    pairs: npt.NDArray[np.uint32]
    signs: _Floats
    lower: _Floats
    violations: _Floats

    def __len__(self) -> int:
        return len(self.lower)

    def strongest(self, max_cuts: int) -> Cuts:
        """At most ``max_cuts`` cuts, those with the largest violation relative to the norm of the row."""
        if len(self) <= max_cuts:
            return self
        lengths = np.diff(self.offsets)
        keep = np.zeros(len(self), bool)
        keep[np.argsort(-self.violations / np.sqrt(lengths), kind="stable")[:max_cuts]] = True
        entries = np.repeat(keep, lengths)
        offsets = np.concatenate(([0], np.cumsum(lengths[keep])))
        return Cuts(offsets, self.pairs[entries], self.signs[entries], self.lower[keep], self.violations[keep])


class LinearProgram:
    """Minimize ``costs @ values``, with values in 0..1, subject to the rows added so far.

    A pair gets a column with its first row; until then its value is 0. After :meth:`solve`, ``values`` is the optimal
    solution, and ``bound`` a lower bound on the objective, computed from the dual values, so that it holds regardless
    of the tolerances of HiGHS. ``reduced`` holds the reduced costs.
    """

    def __init__(self, costs: _Floats, run: Run) -> None:
        self._highspy = highspy = load_highspy()
        self.costs = costs
        self._run = run
        self._pairs = np.empty(0, np.int64)  # pair of each column
        self._column = np.full(len(costs), -1, np.int64)
        self.lower = np.zeros(len(costs))
        self.upper = np.ones(len(costs))
        self._row = np.empty(0, np.int64)  # row of each entry
        self._entry = np.empty(0, np.int64)  # pair of each entry
        self._sign = np.empty(0)
        self._row_lower = np.empty(0)
        self._age = np.empty(0, np.int64)  # number of consecutive solves in which a row was slack
        self.values = np.zeros(len(costs))
        self.reduced = costs.copy()
        self.bound = 0.0
        self.n_iterations = 0
        self._highs = highs = highspy.Highs()
        for option, value in {
            "output_flag": False,
            "presolve": "off",
            "threads": 1,
            "solver": "simplex",
            "random_seed": 0,
        }.items():
            highs.setOptionValue(option, value)
        highs.cbSimplexInterrupt.subscribe(self._interrupt)

    def _interrupt(self, event: Any) -> None:
        if self._run.expired():
            event.data_in.user_interrupt = True

    @property
    def n_rows(self) -> int:
        return len(self._row_lower)

    def add(self, cuts: Cuts) -> None:
        pairs = cuts.pairs.astype(np.int64)
        new = distinct(pairs[self._column[pairs] < 0])
        none = np.empty(0, np.int32)
        if len(new):
            self._column[new] = len(self._pairs) + np.arange(len(new))
            self._pairs = np.concatenate((self._pairs, new))
            self._highs.addCols(len(new), self.costs[new], self.lower[new], self.upper[new], 0, none, none, np.empty(0))
        self._highs.addRows(
            len(cuts),
            cuts.lower,
            np.full(len(cuts), np.inf),
            len(pairs),
            cuts.offsets[:-1].astype(np.int32),
            self._column[pairs].astype(np.int32),
            cuts.signs,
        )
        rows = self.n_rows + np.repeat(np.arange(len(cuts)), np.diff(cuts.offsets))
        self._row = np.concatenate((self._row, rows))
        self._entry = np.concatenate((self._entry, pairs))
        self._sign = np.concatenate((self._sign, cuts.signs))
        self._row_lower = np.concatenate((self._row_lower, cuts.lower))
        self._age = np.concatenate((self._age, np.zeros(len(cuts), np.int64)))

    def fix(self, pairs: _Ints, lower: _Floats, upper: _Floats) -> None:
        """Set the bounds of the variables of some pairs."""
        self.lower[pairs] = lower
        self.upper[pairs] = upper
        columns = self._column[pairs]
        is_there = columns >= 0
        if is_there.any():
            self._highs.changeColsBounds(
                int(is_there.sum()), columns[is_there].astype(np.int32), lower[is_there], upper[is_there]
            )

    def solve(self, *, cutoff: float = np.inf) -> str:
        """Solve by the dual simplex method, with a warm start.

        Returns ``"solved"``, ``"infeasible"``, ``"above"`` if the objective is at least ``cutoff``, or ``"stopped"``.
        ``values`` is only valid after ``"solved"``.
        """
        self._highs.setOptionValue("objective_bound", cutoff)
        ended, solution = self._run_highs()
        status = self._highspy.HighsModelStatus
        if ended == status.kInfeasible:
            return "infeasible"
        if solution is None:  # no rows yet
            return "solved"
        if solution.dual_valid:
            self._set_bound(np.array(solution.row_dual))
        if ended == status.kObjectiveBound:
            return "above"
        if ended != status.kOptimal:
            return "stopped"
        self.values[self._pairs] = np.clip(solution.col_value, 0.0, 1.0)
        return "solved"

    def _run_highs(self) -> tuple[Any, Any]:
        """The status and the solution; None if there are no rows."""
        if self.n_rows == 0:
            return None, None
        self._highs.run()
        self.n_iterations += max(0, int(self._highs.getInfo().simplex_iteration_count))
        return self._highs.getModelStatus(), self._highs.getSolution()

    def _set_bound(self, duals: _Floats) -> None:
        amounts = np.maximum(duals, 0.0)
        paid = np.bincount(self._entry, self._sign * amounts[self._row], len(self.costs))
        self.reduced = self.costs - paid
        minima = np.minimum(self.reduced * self.lower, self.reduced * self.upper)
        self.bound = float(amounts @ self._row_lower + minima.sum())
        self._age = np.where(amounts > 0.0, 0, self._age + 1)

    def drop_slack(self, age: int) -> None:
        """Remove rows that were slack in the last ``age`` solves."""
        old = self._age >= age
        if old.sum() < _MIN_DROPPED * self.n_rows or self.n_rows < _MIN_ROWS:
            return
        basis = self._highs.getBasis()
        if basis.valid:  # dropping only basic rows keeps it valid
            basic = self._highspy.HighsBasisStatus.kBasic
            old &= np.array([status == basic for status in basis.row_status])
        self._highs.deleteRows(int(old.sum()), np.flatnonzero(old).astype(np.int32))
        number = np.cumsum(~old) - 1
        entries = ~old[self._row]
        self._row = number[self._row[entries]]
        self._entry, self._sign = self._entry[entries], self._sign[entries]
        self._row_lower, self._age = self._row_lower[~old], self._age[~old]

    def fractional(self) -> _Ints:
        """Pairs with a positive cost and a fractional value."""
        is_fractional = (self.values > INTEGRAL) & (self.values < 1.0 - INTEGRAL)
        return np.flatnonzero(is_fractional & (self.costs > 0.0))
