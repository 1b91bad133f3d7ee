"""The default for dense problems."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.problem import Labels, Problem
from frenemy.run import Progress, Run
from frenemy.solvers.dense_evolve import ONE_PASS, DenseEvolve
from frenemy.solvers.protocol import Solver
from frenemy.solvers.solver_labels import solver_labels

_PATIENCE_OF_TRIAL = 32  # small problems take some hundredths of a second
_PATIENCE = 256  # so that the time is used
_MEMBERS_OF_TRIAL = 8  # more find more only with more time
_ROUNDING = 1e-9  # relative


@dataclass(frozen=True)
class DenseTrial:
    """Another solver, and one pass of :class:`DenseEvolve`; the one that found more searches on.

    :class:`DenseEvolve` finds much more where weights look random, and less than others where clusters are plain.
    Nothing that is known before tells these apart as well as one pass of both. Choose it for dense problems of an
    unknown kind; the default does.

    Attributes
    ----------
    first : Solver
    search : Solver, optional
        Goes on if :class:`DenseEvolve` did not find more. By default the better labels are the result.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(path, fr.DenseTrial(fr.Multilevel(), fr.Evolve())).energy
    -1.0
    """

    first: Solver
    search: Solver | None = None

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        first = solver_labels(self.first, problem, start, run)
        if run.is_stopped:
            return first
        trial = DenseEvolve(population=_MEMBERS_OF_TRIAL, patience=_PATIENCE_OF_TRIAL, max_work=ONE_PASS)
        energy = problem.graph.energy(first)

        def report(found: Progress) -> bool:
            is_lower = found.energy < energy
            return run.round_done(*((found.energy, found.labels) if is_lower else (energy, first)))

        dense = solver_labels(trial, problem, start, run.inner(report))  # not from `first`, which would lead it astray
        is_lower = problem.graph.energy(dense) < energy - _ROUNDING * abs(energy)
        labels = dense if is_lower else first
        if self.search is None or run.is_stopped:
            return labels
        return solver_labels(DenseEvolve(patience=_PATIENCE) if is_lower else self.search, problem, labels, run)
