"""The linear relaxation of one problem, by cutting planes."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.exact.linear_program import Cuts, LinearProgram

_MIN_VIOLATION = 1e-5  # of cycle inequalities, which the relaxation needs
_MIN_MIXED_VIOLATION = 0.02  # of other inequalities
_MIN_INTERIOR_VIOLATION = 0.05  # of cycle inequalities at interior points
_FEW_INTERIOR_CUTS = 0.02  # share of rows: with fewer cuts, switch to the simplex method
_MIN_INTERIOR_PAIRS = 4000  # above which interior points are faster than vertices on dense problems
_DENSE = 0.5  # share of listed pairs above which triangles are the only cycles that matter
_WEIGHTLESS_PER_PAIR, _MIN_WEIGHTLESS = 1, 2000  # limits on the number of weightless pairs in the program
_TRIANGLES_PER_PAIR = 3
_ROWS_PER_PAIR, _MIN_ROWS, _MAX_MIXED = 1.0, 500, 500  # limits on the rows added per round
_FEW_TRIANGLES = 0.1  # per pair: with fewer, separate longer cycles, unless the problem is dense
_FEW_CYCLES = 100  # with fewer violated cycles, separate other inequalities, too
_MIN_PROGRESS = 0.01  # of the gap per round


class CuttingPlanes:
    """The linear relaxation of a problem, with valid inequalities added as they are violated.

    The variable of a pair is 1 if the pair is attracting and cut, or repelling and joined. The energy of a clustering
    is the weight of all repelling pairs plus the absolute weights of the pairs with variable 1. In the program, weights
    are divided by the largest one, so that tolerances mean the same for every problem. All pairs with a nonzero weight
    must be listed.
    """

    def __init__(self, problem: Problem, run: Run) -> None:
        u, v, w = _with_weightless_pairs(problem)
        self._run = run
        self._min_energy = float(w[w < 0].sum())
        self._scale = float(np.abs(w).max(initial=0.0)) or 1.0
        self.separation = _core.CutSearch(problem.n_nodes, u, v, w)
        self.program = LinearProgram(np.abs(w) / self._scale, run)
        n = problem.n_nodes
        self._is_dense = len(w) >= _DENSE * n * (n - 1) / 2
        self._has_mixed_rows = False
        self._max_rows = max(_MIN_ROWS, int(_ROWS_PER_PAIR * len(w)))
        self.n_rounds = 0

    def objective(self, energy: float) -> float:
        """The objective value of a clustering with this energy."""
        return (energy - self._min_energy) / self._scale

    @property
    def bound(self) -> float:
        """A lower bound on the energy of all clusterings that agree with the fixed variables."""
        return self._min_energy + self._scale * self.program.bound

    def cut(self, *, cutoff: float, patience: int, age: int, on_solution: Callable[[], None]) -> str:
        """Solve and add violated inequalities until there are none or progress is small.

        Parameters
        ----------
        cutoff : float
            Stop when the bound exceeds this energy.
        patience : int
            Number of rounds with little progress after which only cycle inequalities are separated.
        age : int
            Number of consecutive solves after which a slack row is dropped.
        on_solution : callable
            Called after every solve.

        Returns
        -------
        str
            As :meth:`LinearProgram.solve`.
        """
        program = self.program
        if self.n_rounds == 0 and self._is_dense and len(program.costs) >= _MIN_INTERIOR_PAIRS:
            ended = self._cut_interior(cutoff, age, on_solution)
            if ended == "solved":
                ended = program.solve_interior(to_vertex=True)
            if ended in ("above", "stopped"):
                return ended
        n_stalled, before = 0, -math.inf
        while True:
            objective = self.objective(cutoff)
            ended = program.solve(cutoff=objective + 1e-7 * max(1.0, abs(objective)))
            self.n_rounds += 1
            if ended != "solved":
                return ended
            on_solution()
            if self.bound > cutoff:
                return "above"
            program.drop_slack(age)
            found = [self._violated_cycles()]
            if len(found[0]) < _FEW_CYCLES and n_stalled < patience and len(program.fractional()):
                found += self._violated_mixed()
                n_stalled = n_stalled + 1 if program.bound - before < _MIN_PROGRESS * (objective - program.bound) else 0
                before = program.bound
            if self._run.expired():
                return "stopped"
            if not any(map(len, found)):
                return "solved"
            for cuts in found:
                if len(cuts):
                    program.add(cuts)

    def _cut_interior(self, cutoff: float, age: int, on_solution: Callable[[], None]) -> str:
        """Separate only cycles, at interior points: fewer and faster rounds on large dense programs.

        Ends when few cycles are clearly violated, after adding these.
        """
        program = self.program
        while True:
            ended = program.solve_interior()
            self.n_rounds += 1
            if ended == "solved":
                on_solution()
            if self.bound > cutoff:
                return "above"
            if ended != "solved":
                return ended
            cuts = self._violated_cycles(_MIN_INTERIOR_VIOLATION)
            if self._run.expired():
                return "stopped"
            is_last = len(cuts) < _FEW_INTERIOR_CUTS * program.n_rows
            program.drop_slack(1 if is_last else age)
            if len(cuts):
                program.add(cuts)
            if is_last:
                return "solved"

    def _violated_cycles(self, min_violation: float = _MIN_VIOLATION) -> Cuts:
        """Violated conflicts; all violated cycles once the program has mixed rows, which may reward violating them."""
        values, core = self.program.values, self._run.core
        cuts = Cuts(
            *self.separation.triangles(values, min_violation, _TRIANGLES_PER_PAIR, not self._has_mixed_rows, core)
        )
        # Shortest paths find triangles, too, but only one per pair.
        if len(cuts) > (0 if self._is_dense else _FEW_TRIANGLES * len(values)):
            return cuts.strongest(self._max_rows)
        cuts = Cuts(*self.separation.conflicts(values, min_violation, core))
        if not len(cuts) and self._has_mixed_rows:
            cuts = Cuts(*self.separation.cycles(values, _MIN_MIXED_VIOLATION, core))
        return cuts.strongest(self._max_rows)

    def _violated_mixed(self) -> list[Cuts]:
        """Violated star and wheel inequalities, which strengthen the relaxation beyond cycles."""
        values, core = self.program.values, self._run.core
        found = [
            Cuts(*separate(values, _MIN_MIXED_VIOLATION, core))
            for separate in (self.separation.stars, self.separation.wheels)
        ]
        self._has_mixed_rows |= any(map(len, found))
        return [cuts.strongest(_MAX_MIXED) for cuts in found]


def _with_weightless_pairs(problem: Problem) -> tuple[Labels, Labels, npt.NDArray[np.float64]]:
    """The listed pairs, and then all others if there are few: stars and wheels may contain any pairs."""
    u, v, w = problem.edges()
    n = problem.n_nodes
    n_others = n * (n - 1) // 2 - len(w)
    if n_others == 0 or n_others > max(_WEIGHTLESS_PER_PAIR * len(w), _MIN_WEIGHTLESS):
        return u, v, w
    is_listed = np.zeros((n, n), bool)
    is_listed[u, v] = True
    others = np.argwhere(np.triu(~is_listed, 1)).astype(np.int32)
    ends = np.concatenate((u, others[:, 0])), np.concatenate((v, others[:, 1]))
    return *ends, np.concatenate((w, np.zeros(n_others)))
