"""Lifted greedy additive edge contraction (lifted GAEC)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.lifted.base_graph import base_of


@dataclass(frozen=True)
class LiftedGreedyAdditive:
    """Join the two clusters that share a base edge and attract each other most over all their pairs, until none do.

    Starts from single nodes if there is no ``start``, otherwise from the clusters of ``start``. Then single nodes move
    once until none gains. The first round does all the joining, in O(m log^2 n) for m pairs of n nodes. Choose it as a
    quick start, and as the method to compare with.

    Keuper, Levinkov, Bonneel, Lavoué, Brox, Andres, "Efficient decomposition of image and mesh graphs by lifted
    multicuts" (ICCV 2015), Algorithm 1 (GAEC).

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.lifted([[0, 1], [1, 2], [2, 3]], [1.0, 1.0, 1.0], [[0, 3]], [-4.0])
    >>> fr.solve(problem, fr.LiftedGreedyAdditive()).energy
    -3.0
    """

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.lifted_greedy_additive(problem.graph, base_of(problem, self), start, run.core)
