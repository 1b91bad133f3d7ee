"""The solver that is used when none is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.problem import Labels, Problem
from frenemy.run import Run, Stop
from frenemy.solvers.evolve import Evolve
from frenemy.solvers.multilevel import Multilevel
from frenemy.solvers.protocol import Solver

_PAIRS_FOR_TWO = 3_000_000  # up to so many pairs, two clusterings are made and recombined in one good pass
_PATIENCE = 12  # epochs in vain; each anneals twice as long as the one before, so that the time is used


@dataclass(frozen=True)
class Automatic:
    """Picks the solver by the size of the problem and the time there is.

    Without limits it makes one good pass: :class:`Evolve` with two members, or :class:`Multilevel` if the problem is
    large. With a limit it searches with :class:`Evolve` until the limit is reached or nothing better turns up.
    :meth:`plan` tells which; :func:`frenemy.solve` notes it in the result's ``solver``. Choose it first: it is the
    default.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0])
    >>> fr.solve(problem).solver
    Evolve(population=2, sweeps=32, patience=0)
    """

    def plan(self, problem: Problem, stop: Stop) -> Solver:
        """What will be run on this problem with these limits."""
        if stop != Stop():
            return Evolve(patience=_PATIENCE)
        if problem.n_edges <= _PAIRS_FOR_TWO:
            return Evolve(population=2, patience=0)
        return Multilevel(passes=1)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return self.plan(problem, run.stop)(problem, start, run)
