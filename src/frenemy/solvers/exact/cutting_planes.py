"""The linear relaxation of one problem, by cutting planes."""

from __future__ import annotations

import math
from collections.abc import Callable

from frenemy.run import Run
from frenemy.solvers.exact.base_cuts import BaseCuts
from frenemy.solvers.exact.linear_program import Cuts, LinearProgram
from frenemy.solvers.exact.priced_pairs import PricedPairs

_MIN_VIOLATION = 1e-5  # of cycle inequalities, which the relaxation needs
_MIN_MIXED_VIOLATION = 0.02  # of other inequalities
_TRIANGLES_PER_PAIR = 3
_ROWS_PER_PAIR, _MIN_ROWS, _MAX_MIXED = 1.0, 500, 500  # limits on the rows added per round
_FEW_TRIANGLES = 0.1  # per pair: with fewer, separate longer cycles, unless the problem is dense
_FEW_CYCLES = 100  # with fewer violated cycles, separate other inequalities, too
_MIN_PROGRESS = 0.01  # of the gap per round
_ROOT_PATIENCE, _PATIENCE = 4, 1  # rounds of cuts with little progress, after which only cycles are separated
_ROOT_AGE, _AGE = 2, 10  # solves after which slack rows are dropped


class CuttingPlanes:
    """The linear relaxation of a problem, with valid inequalities added as they are violated.

    Solved by the simplex method, so that solutions are vertices and optimal. With the base graph of a lifted problem,
    its cuts are separated, too.
    """

    def __init__(self, pairs: PricedPairs, run: Run, base: BaseCuts | None = None) -> None:
        self._pairs, self._base = pairs, base
        self._run = run
        self.program = LinearProgram(pairs.costs, run)
        self._has_mixed_rows = base is not None
        self._max_rows = max(_MIN_ROWS, int(_ROWS_PER_PAIR * len(pairs.costs)))

    @property
    def bound(self) -> float:
        """A lower bound on the energy of all clusterings that agree with the fixed variables."""
        return self._pairs.energy(self.program.bound)

    def cut(self, *, cutoff: float, is_root: bool, on_solution: Callable[[], None]) -> str:
        """Solve and add violated inequalities until there are none or progress is small.

        Parameters
        ----------
        cutoff : float
            Stop when the bound exceeds this energy.
        is_root : bool
            Whether this is the root of the search, where cuts are worth more rounds.
        on_solution : callable
            Called after every solve.

        Returns
        -------
        str
            As :meth:`LinearProgram.solve`.
        """
        program, objective = self.program, self._pairs.objective(cutoff)
        patience, age = (_ROOT_PATIENCE, _ROOT_AGE) if is_root else (_PATIENCE, _AGE)
        n_stalled, before = 0, -math.inf
        while True:
            ended = program.solve(cutoff=objective + 1e-7 * max(1.0, abs(objective)))
            if ended != "solved":
                return ended
            on_solution()
            if self.bound > cutoff:
                return "above"
            program.drop_slack(age)
            found = [self._violated_cycles()]
            if self._base is not None and len(found[0]) < _FEW_CYCLES:
                found.append(self._base.violated(program.values))
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

    def _violated_cycles(self) -> Cuts:
        """Violated conflicts; all violated cycles once the program has mixed rows, which may reward violating them."""
        values, core = self.program.values, self._run.core
        cuts = Cuts(
            *self._pairs.separation.triangles(
                values, _MIN_VIOLATION, _TRIANGLES_PER_PAIR, not self._has_mixed_rows, core
            )
        )
        # Shortest paths find triangles, too, but only one per pair.
        if len(cuts) > (0 if self._pairs.is_dense else _FEW_TRIANGLES * len(values)):
            return cuts.strongest(self._max_rows)
        cuts = Cuts(*self._pairs.separation.conflicts(values, _MIN_VIOLATION, core))
        if not len(cuts) and self._has_mixed_rows:
            cuts = Cuts(*self._pairs.separation.cycles(values, _MIN_MIXED_VIOLATION, core))
        return cuts.strongest(self._max_rows)

    def _violated_mixed(self) -> list[Cuts]:
        """Violated star and wheel inequalities, which strengthen the relaxation beyond cycles."""
        values, core = self.program.values, self._run.core
        found = [
            Cuts(*separate(values, _MIN_MIXED_VIOLATION, core))
            for separate in (self._pairs.separation.stars, self._pairs.separation.wheels)
        ]
        self._has_mixed_rows |= any(map(len, found))
        return [cuts.strongest(_MAX_MIXED) for cuts in found]
