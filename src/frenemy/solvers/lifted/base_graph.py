"""Which solvers go with which problems: lifted ones need a solver that keeps clusters connected in the base graph."""

from __future__ import annotations

from frenemy import _core
from frenemy.problem import Problem
from frenemy.solvers.protocol import Solver

_OWN = "frenemy.solvers."
_OWN_LIFTED = ("frenemy.solvers.lifted.", "frenemy.solvers.exact.")


def base_of(problem: Problem, solver: Solver) -> _core.Graph:
    """The base graph; ValueError if the problem has none."""
    if problem.base is None:
        raise ValueError(
            f"{type(solver).__name__} solves lifted problems, which Problem.lifted makes, got {problem!r}; "
            "for other problems omit the solver, or use one such as Evolve()"
        )
    return problem.base


def check_keeps_connected(solver: Solver) -> None:
    """ValueError if one of our solvers is not for lifted problems. Those that users write are taken as they are."""
    module = type(solver).__module__
    if not module.startswith(_OWN) or module.startswith(_OWN_LIFTED):
        return
    raise ValueError(
        f"{solver!r} does not keep clusters connected in the base graph of a lifted problem; omit the solver, or use "
        "LiftedEvolve, LiftedKernighanLin, LiftedGreedyAdditive, LiftedMultilevel or Exact. To drop the base graph, "
        "solve Problem.from_edges(*problem.edges())"
    )
