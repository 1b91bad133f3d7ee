"""Greedy additive edge contraction (GAEC)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run


@dataclass(frozen=True)
class GreedyAdditive:
    """Join the two clusters that attract each other most, until no two do.

    Starts from single nodes if ``start`` is one cluster, otherwise from the clusters of ``start``. Ties go to nodes
    with few pairs. Then single nodes move until none gains, so the result is 1-optimal. The first round does all the
    joining in O(m log n) for m pairs of n nodes; each later round is a pass of single-node moves. ``missing`` and node
    sizes are handled without storing pairs. Choose it as a quick start for other solvers, and where large weights can
    be trusted.

    Keuper, Levinkov, Bonneel, Lavoué, Brox, Andres, "Efficient decomposition of image and mesh graphs by lifted
    multicuts" (ICCV 2015), Algorithm 1 (GAEC).

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [1.0, 3.0, 2.0, -4.0])
    >>> fr.solve(path, fr.GreedyAdditive()).labels
    array([0, 1, 1, 1], dtype=int32)
    """

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.greedy_additive(problem.graph, start, run.core)
