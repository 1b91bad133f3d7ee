"""Solvers made of solvers."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.protocol import Solver


@dataclass(frozen=True)
class Chain:
    """One solver after the other, each starting from what the one before it found.

    Examples
    --------
    >>> import frenemy as fr
    >>> warm = fr.Chain((fr.AdaptiveICM(), fr.SwapExplore()))
    >>> fr.solve(fr.Problem.from_edges([0, 1], [1, 2], [1.0, -1.0]), warm).n_clusters
    2
    """

    solvers: tuple[Solver, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "solvers", tuple(self.solvers))
        if not self.solvers:
            raise ValueError("a Chain needs at least one solver, got none")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        labels = start
        for solver in self.solvers:
            labels = solver(problem, labels, run)
            if run.is_stopped:
                break
        return labels
