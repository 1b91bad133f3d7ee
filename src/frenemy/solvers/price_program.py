"""The linear program over the prices of pairs, solved by HiGHS."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.distinct import distinct
from frenemy.run import Run

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

_INTEGRAL = 1e-6
_FEW_ROWS, _MANY = 500, 0.2  # rows are dropped if there are more, and this share of them


def load_highspy() -> ModuleType:
    try:
        import highspy
    except ImportError:
        raise ImportError('Exact needs the linear program solver HiGHS: pip install "frenemy[exact]"') from None
    return highspy


@dataclass(frozen=True, eq=False)
class Cuts:
    """Rows that hold for every clustering: the sum of ``signs * price`` over the pairs of a row is at least ``least``.

    ``pairs`` and ``signs`` of row k are at ``offsets[k]`` to ``offsets[k + 1]``; ``violations`` tells by how much the
    point that they were sought for falls short.
    """

    offsets: _Ints
    pairs: npt.NDArray[np.uint32]
    signs: _Floats
    least: _Floats
    violations: _Floats

    def __len__(self) -> int:
        return len(self.least)

    def strongest(self, most: int) -> Cuts:
        """At most so many, the most violated for their length first."""
        if len(self) <= most:
            return self
        lengths = np.diff(self.offsets)
        keep = np.zeros(len(self), bool)
        keep[np.argsort(-self.violations / np.sqrt(lengths), kind="stable")[:most]] = True
        entries = np.repeat(keep, lengths)
        offsets = np.concatenate(([0], np.cumsum(lengths[keep])))
        return Cuts(offsets, self.pairs[entries], self.signs[entries], self.least[keep], self.violations[keep])


class PriceProgram:
    """Minimise the total of ``cost * price`` over all pairs, prices in 0..1, subject to the rows added so far.

    A pair that is in no row costs nothing, and gets a column when its first row comes. After :meth:`solve`, ``prices``
    is the best point, and ``bound`` a total that no point goes below: it is summed up from the dual values, so that it
    holds whatever the tolerances of HiGHS. ``reduced`` is what each pair adds to the bound if its price is moved from
    0 to 1, or takes from it.
    """

    def __init__(self, costs: _Floats, run: Run) -> None:
        self._highspy = highspy = load_highspy()
        self.costs = costs
        self._run = run
        self._little = 1e-3 * float(np.median(costs[costs > 0.0])) if costs.any() else 0.0  # paid by rows in vain
        self._pairs = np.empty(0, np.int64)  # of each column
        self._column = np.full(len(costs), -1, np.int64)
        self.lower = np.zeros(len(costs))
        self.upper = np.ones(len(costs))
        self._row = np.empty(0, np.int64)  # of each entry
        self._entry = np.empty(0, np.int64)  # its pair
        self._sign = np.empty(0)
        self._least = np.empty(0)
        self._age = np.empty(0, np.int64)  # rounds in a row that a row did not matter
        self.prices = np.zeros(len(costs))
        self.reduced = costs.copy()
        self.bound = 0.0
        self.n_iterations = 0
        self._highs = highs = highspy.Highs()
        for option, value in {
            "output_flag": False,
            "presolve": "off",
            "threads": 1,
            "ipm_optimality_tolerance": 1e-6,
            "random_seed": 0,
        }.items():
            highs.setOptionValue(option, value)
        highs.cbSimplexInterrupt.subscribe(self._interrupt)
        highs.cbIpmInterrupt.subscribe(self._interrupt)

    def _interrupt(self, event: Any) -> None:
        if self._run.expired():
            event.data_in.user_interrupt = True

    @property
    def n_rows(self) -> int:
        return len(self._least)

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
            cuts.least,
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
        self._least = np.concatenate((self._least, cuts.least))
        self._age = np.concatenate((self._age, np.zeros(len(cuts), np.int64)))

    def fix(self, pairs: _Ints, lower: _Floats, upper: _Floats) -> None:
        """Bounds of the prices of some pairs."""
        self.lower[pairs] = lower
        self.upper[pairs] = upper
        columns = self._column[pairs]
        is_there = columns >= 0
        if is_there.any():
            self._highs.changeColsBounds(
                int(is_there.sum()), columns[is_there].astype(np.int32), lower[is_there], upper[is_there]
            )

    def solve(self, *, most: float = np.inf) -> str:
        """By the dual simplex method, from where the last solve ended.

        Returns ``"solved"``, ``"infeasible"``, ``"above"`` if the total is at least ``most``, or ``"stopped"``. Unless
        it is the first, only ``bound`` is of use afterwards, at most.
        """
        self._highs.setOptionValue("solver", "simplex")
        self._highs.setOptionValue("objective_bound", most)
        ended, solution = self._run_highs()
        status = self._highspy.HighsModelStatus
        if ended == status.kInfeasible:
            return "infeasible"
        if ended == status.kObjectiveBound:
            return "above"
        if solution is None:  # no rows yet
            return "solved"
        if solution.dual_valid:
            self._set_bound(np.array(solution.row_dual), 0.0)
        if ended != status.kOptimal:
            return "stopped"
        self.prices[self._pairs] = np.clip(solution.col_value, 0.0, 1.0)
        return "solved"

    def solve_inside(self, *, to_vertex: bool = False) -> str:
        """By an interior point method, from scratch: faster for large programs; the point is no vertex as a rule.

        With ``to_vertex`` it is, and the simplex method can go on from there. Returns ``"solved"``, ``"stopped"``, or
        ``"failed"``, which happens; the bound holds in any case.
        """
        self._highs.setOptionValue("solver", "ipm")
        self._highs.setOptionValue("run_crossover", "on" if to_vertex else "off")
        ended, solution = self._run_highs()
        if solution is None:
            return "solved"
        if solution.dual_valid:
            self._set_bound(np.array(solution.row_dual), 0.0 if to_vertex else self._little)
        if ended != self._highspy.HighsModelStatus.kOptimal:
            return "stopped" if self._run.expired() else "failed"
        self.prices[self._pairs] = np.clip(solution.col_value, 0.0, 1.0)
        return "solved"

    def _run_highs(self) -> tuple[Any, Any]:
        """How it ended, and the solution, if there is anything to solve."""
        if self.n_rows == 0:
            return None, None
        self._highs.run()
        self.n_iterations += max(0, int(self._highs.getInfo().simplex_iteration_count))
        return self._highs.getModelStatus(), self._highs.getSolution()

    def _set_bound(self, duals: _Floats, little: float) -> None:
        amounts = np.maximum(duals, 0.0)
        paid = np.bincount(self._entry, self._sign * amounts[self._row], len(self.costs))
        self.reduced = self.costs - paid
        least = np.minimum(self.reduced * self.lower, self.reduced * self.upper)
        self.bound = float(amounts @ self._least + least.sum())
        self._age = np.where(amounts > little, 0, self._age + 1)

    def drop_slack(self, age: int) -> None:
        """Take out rows that did not matter in so many solves in a row."""
        old = self._age >= age
        if old.sum() < _MANY * self.n_rows or self.n_rows < _FEW_ROWS:
            return
        basis = self._highs.getBasis()
        if basis.valid:  # which it stays if all that goes is basic
            basic = self._highspy.HighsBasisStatus.kBasic
            old &= np.array([status == basic for status in basis.row_status])
        self._highs.deleteRows(int(old.sum()), np.flatnonzero(old).astype(np.int32))
        number = np.cumsum(~old) - 1
        entries = ~old[self._row]
        self._row = number[self._row[entries]]
        self._entry, self._sign = self._entry[entries], self._sign[entries]
        self._least, self._age = self._least[~old], self._age[~old]

    def fractional(self) -> _Ints:
        """The pairs that cost anything and whose price is neither 0 nor 1."""
        is_fractional = (self.prices > _INTEGRAL) & (self.prices < 1.0 - _INTEGRAL)
        return np.flatnonzero(is_fractional & (self.costs > 0.0))
