"""The linear relaxation of one problem, by cutting planes."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.price_program import Cuts, PriceProgram

_VIOLATED = 1e-5  # by less is not worth a row that is needed
_CLEAR = 0.02  # nor one that is not
_CLEAR_INSIDE, _FEW_INSIDE = 0.05, 0.02  # the same for points inside, and the share of rows that goes for few
_MANY_PAIRS = 4000  # for which points inside are found faster than vertices, where problems are dense
_DENSE = 0.5  # the share of listed pairs from which on triangles are all the cycles that matter
_MANY_WEIGHTLESS, _FEW_WEIGHTLESS = 1, 2000  # pairs: as many as listed ones, or this many
_PER_PAIR = 3
_ROWS_PER_PAIR, _LEAST_MOST_ROWS, _MOST_MIXED = 1.0, 500, 500  # of a round
_FEW_TRIANGLES = 0.1  # for each pair: time to look for longer cycles, where problems are not dense
_FEW_ROWS = 100  # of cycles: time to look for others as well
_TAIL = 0.01  # of the gap: rounds that bring less are in vain


class CuttingPlanes:
    """A price for every pair, and rows that the prices of all clusterings keep, added as they are violated.

    The energy of a clustering is the weight of all that repels plus the weights of the pairs with price 1. Prices are
    in units of the largest weight inside the program, so that tolerances mean the same for every problem. All pairs
    that weigh anything must be listed.
    """

    def __init__(self, problem: Problem, run: Run) -> None:
        u, v, w = _with_weightless_pairs(problem)
        self._run = run
        self._least = float(w[w < 0].sum())
        self._scale = float(np.abs(w).max(initial=0.0)) or 1.0
        self.search = _core.CutSearch(problem.n_nodes, u, v, w)
        self.program = PriceProgram(np.abs(w) / self._scale, run)
        n = problem.n_nodes
        self._is_dense = len(w) >= _DENSE * n * (n - 1) / 2
        self._has_mixed_rows = False
        self._most_rows = max(_LEAST_MOST_ROWS, int(_ROWS_PER_PAIR * len(w)))
        self.n_rounds = 0

    def total(self, energy: float) -> float:
        """What the prices of a clustering with this energy come to in the program."""
        return (energy - self._least) / self._scale

    @property
    def bound(self) -> float:
        """No clustering that keeps what is fixed in the program has an energy below this."""
        return self._least + self._scale * self.program.bound

    def cut(self, *, most: float, patience: int, age: int, on_point: Callable[[], None]) -> str:
        """Solve, and add what is violated, until nothing is or it brings little.

        Parameters
        ----------
        most : float
            An energy from which on the answer is of no use.
        patience : int
            How many rounds may bring little before rows that are not needed for exactness are no longer looked for.
        age : int
            How many solves in a row a row may be of no use for before it is dropped.
        on_point : callable
            Called after every solve.

        Returns
        -------
        str
            As :meth:`PriceProgram.solve`.
        """
        program = self.program
        if self.n_rounds == 0 and self._is_dense and len(program.costs) >= _MANY_PAIRS:
            ended = self._cut_inside(most, age, on_point)
            if ended == "solved":
                ended = program.solve_inside(to_vertex=True)
            if ended in ("above", "stopped"):
                return ended
        n_in_vain, before = 0, -math.inf
        while True:
            total = self.total(most)
            ended = program.solve(most=total + 1e-7 * max(1.0, abs(total)))
            self.n_rounds += 1
            if ended != "solved":
                return ended
            on_point()
            if self.bound > most:
                return "above"
            program.drop_slack(age)
            found = [self._violated_cycles()]
            if len(found[0]) < _FEW_ROWS and n_in_vain < patience and len(program.fractional()):
                found += self._violated_mixed()
                n_in_vain = n_in_vain + 1 if program.bound - before < _TAIL * (total - program.bound) else 0
                before = program.bound
            if self._run.expired():
                return "stopped"
            if not any(map(len, found)):
                return "solved"
            for cuts in found:
                if len(cuts):
                    program.add(cuts)

    def _cut_inside(self, most: float, age: int, on_point: Callable[[], None]) -> str:
        """Cycles only, with points inside: fewer rounds, and each is quicker if the program is large and dense.

        Ends at a point at which few cycles are clearly violated, with those in the program.
        """
        program = self.program
        while True:
            ended = program.solve_inside()
            self.n_rounds += 1
            if ended == "solved":
                on_point()
            if self.bound > most:
                return "above"
            if ended != "solved":
                return ended
            cuts = self._violated_cycles(_CLEAR_INSIDE)
            if self._run.expired():
                return "stopped"
            is_last = len(cuts) < _FEW_INSIDE * program.n_rows
            program.drop_slack(1 if is_last else age)
            if len(cuts):
                program.add(cuts)
            if is_last:
                return "solved"

    def _violated_cycles(self, least: float = _VIOLATED) -> Cuts:
        """Rows that are needed: conflicts, and all cycles once there are rows that reward more than these forbid."""
        prices, core = self.program.prices, self._run.core
        cuts = Cuts(*self.search.triangles(prices, least, _PER_PAIR, not self._has_mixed_rows, core))
        # Paths find triangles, too, but one for each pair only.
        if len(cuts) > (0 if self._is_dense else _FEW_TRIANGLES * len(prices)):
            return cuts.strongest(self._most_rows)
        cuts = Cuts(*self.search.conflicts(prices, least, core))
        if not len(cuts) and self._has_mixed_rows:
            cuts = Cuts(*self.search.cycles(prices, _CLEAR, core))
        return cuts.strongest(self._most_rows)

    def _violated_mixed(self) -> list[Cuts]:
        """Rows that make the program stronger than cycles can."""
        prices, core = self.program.prices, self._run.core
        found = [Cuts(*search(prices, _CLEAR, core)) for search in (self.search.stars, self.search.wheels)]
        self._has_mixed_rows |= any(map(len, found))
        return [cuts.strongest(_MOST_MIXED) for cuts in found]


def _with_weightless_pairs(problem: Problem) -> tuple[Labels, Labels, npt.NDArray[np.float64]]:
    """The listed pairs, and all others after them if there are not too many: stars and wheels are made of any pairs."""
    u, v, w = problem.edges()
    n = problem.n_nodes
    n_others = n * (n - 1) // 2 - len(w)
    if n_others == 0 or n_others > max(_MANY_WEIGHTLESS * len(w), _FEW_WEIGHTLESS):
        return u, v, w
    is_listed = np.zeros((n, n), bool)
    is_listed[u, v] = True
    others = np.argwhere(np.triu(~is_listed, 1)).astype(np.int32)
    ends = np.concatenate((u, others[:, 0])), np.concatenate((v, others[:, 1]))
    return *ends, np.concatenate((w, np.zeros(n_others)))
