"""The linear relaxation of one dense problem, by cutting planes and a first-order method."""

from __future__ import annotations

from collections.abc import Callable

from frenemy.run import Run
from frenemy.solvers.exact.approximate_program import ApproximateProgram
from frenemy.solvers.exact.linear_program import Cuts
from frenemy.solvers.exact.priced_pairs import PricedPairs

_TOLERANCE = 1e-4  # of a solution of the program
_MIN_STEPS, _MAX_STEPS, _STEPS_BELOW = 100, 800, 400  # of a solve at the root, and below it
_VIOLATIONS = (0.05, 0.02, 0.01)  # at least; the next one once few triangles violate more
_TRIANGLES_PER_PAIR, _TRIANGLES_PER_ROUND = 3, 0.5  # the second per pair of the problem
_FEW_TRIANGLES = 0.05  # per pair: with fewer, other inequalities are separated, too
_MAX_MIXED, _FEW_MIXED = 500, 50  # two-partitions per round; with fewer, wheels are separated, too
_MIN_MIXED_VIOLATION = 0.05
_MAX_NODES = 7
_AGE = 3  # solves after which rows without an amount are dropped
_WINDOW, _MIN_PROGRESS = 6, 0.03  # rounds in which a share of the gap must be closed, at the root
_WINDOW_BELOW, _MIN_PROGRESS_BELOW = 2, 0.1
_SMALL_GAP, _MIN_PROGRESS_IF_SMALL = 0.01, 0.1  # of the objective: branching closes such a gap sooner than cuts


class DensePlanes:
    """The linear relaxation of a problem whose pairs are all, or nearly all, listed; like :class:`CuttingPlanes`.

    Triangles, general 2-partitions (Grötschel & Wakabayashi 1990) and odd wheels are added as they are violated. The
    program is solved approximately, which takes hundredths of a second where the simplex method takes seconds: such
    programs are highly degenerate. Its bounds are valid whatever the error, so nothing but time depends on it.
    """

    def __init__(self, pairs: PricedPairs, run: Run) -> None:
        self._pairs = pairs
        self._run = run
        self.program = ApproximateProgram(pairs.costs, run)
        self._max_triangles = max(_MAX_MIXED, int(_TRIANGLES_PER_ROUND * len(pairs.costs)))
        # Only conflicts matter until other rows reward violating triangles; weightless pairs close no conflicts.
        self._needs_all_triangles = bool((pairs.costs == 0.0).any())
        self._level = 0  # of violation

    @property
    def bound(self) -> float:
        """A lower bound on the energy of all clusterings that agree with the fixed variables."""
        return self._pairs.energy(self.program.bound)

    def cut(self, *, cutoff: float, is_root: bool, on_solution: Callable[[], None]) -> str:
        """Solve and add violated inequalities until there are none or progress is small.

        Returns ``"solved"``, ``"above"`` if the bound exceeds the energy ``cutoff``, or ``"stopped"``.
        """
        program, objective = self.program, self._pairs.objective(cutoff)
        bounds: list[float] = []
        n_steps, max_steps = (_MIN_STEPS, _MAX_STEPS) if is_root else (_STEPS_BELOW, _STEPS_BELOW)
        window, min_progress = (_WINDOW, _MIN_PROGRESS) if is_root else (_WINDOW_BELOW, _MIN_PROGRESS_BELOW)
        while True:
            goes_on = program.solve(cutoff=objective + 1e-9 * abs(objective), max_steps=n_steps, tolerance=_TOLERANCE)
            if self.bound > cutoff:
                return "above"
            if not goes_on or self._run.expired():
                return "stopped"
            on_solution()
            bounds.append(program.bound)
            gap = objective - program.bound
            wanted = (_MIN_PROGRESS_IF_SMALL if gap < _SMALL_GAP * objective else min_progress) * gap
            if len(bounds) > window and bounds[-1] - bounds[-1 - window] < wanted:
                if n_steps >= max_steps:
                    return "solved"
                n_steps *= 2
                bounds = []
            program.drop_slack(_AGE)
            found = self._violated()
            if not any(map(len, found)):
                return "solved"
            for cuts in found:
                if len(cuts):
                    program.add(cuts)

    def _violated(self) -> list[Cuts]:
        values, core, separation = self.program.values, self._run.core, self._pairs.separation
        only_conflicts = not self._needs_all_triangles
        triangles = Cuts(
            *separation.triangles(values, _VIOLATIONS[self._level], _TRIANGLES_PER_PAIR, only_conflicts, core)
        )
        found = [triangles.strongest(self._max_triangles)]
        if len(triangles) < _FEW_TRIANGLES * len(values):
            self._level = min(self._level + 1, len(_VIOLATIONS) - 1)
            self._needs_all_triangles = True
            mixed = Cuts(*separation.two_partitions(values, _MIN_MIXED_VIOLATION, _MAX_NODES, core))
            found.append(mixed.strongest(_MAX_MIXED))
            if len(mixed) < _FEW_MIXED:
                found.append(Cuts(*separation.wheels(values, _MIN_MIXED_VIOLATION, core)).strongest(_MAX_MIXED))
        return found
