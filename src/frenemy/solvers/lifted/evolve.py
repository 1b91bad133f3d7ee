"""The default of lifted problems: multilevel passes, fused."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run
from frenemy.solvers.lifted.base_graph import base_of


@dataclass(frozen=True)
class LiftedEvolve:
    """..."""

    population: int = 16
    patience: int = 4

    def __post_init__(self) -> None:
        whole_number(self.population, "population", minimum=1, maximum=2**62)
        whole_number(self.patience, "patience", minimum=1, maximum=2**62)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        base = base_of(problem, self)
        return _core.lifted_evolve(problem.graph, base, start, run.core, self.population, self.patience)
