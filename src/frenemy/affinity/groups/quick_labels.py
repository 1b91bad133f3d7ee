"""Labels that only compare ways to find groups: good enough for that, and quick."""

from __future__ import annotations

from frenemy.affinity.features.feature_problem import INNER_STOP, solve_within
from frenemy.problem import Labels, Problem
from frenemy.solvers import Multilevel

_SOLVER = Multilevel(sweeps=4, members=1, passes=1)


def quick_labels(problem: Problem, *, seed: int, threads: int = 1) -> Labels:
    return solve_within(problem, _SOLVER, stop=INNER_STOP, seed=seed, threads=threads)
