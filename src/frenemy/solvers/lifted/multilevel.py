"""Multilevel passes that keep clusters connected."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.lifted.base_graph import base_of


@dataclass(frozen=True)
class LiftedMultilevel:
    """Single nodes move, then groups of nodes, then groups of groups, and all clusters stay connected.

    A node or group joins the touching cluster that attracts it most over all its pairs, or stands alone, unless it is
    an articulation point of its cluster. Then clusters are split into cohesive connected groups, which become the nodes
    of a smaller lifted problem, and so on; on the way back, single nodes move again. Passes repeat until they bring
    nothing. A round is one pass and costs a few visits to every pair. Choose it for a quick result on large problems.

    After Blondel et al., "Fast unfolding of communities in large networks" (2008), and Traag, Waltman & van Eck, "From
    Louvain to Leiden" (2019), with base graphs.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.lifted([[0, 1], [1, 2], [2, 3]], [1.0, 1.0, 1.0], [[0, 3]], [-4.0])
    >>> fr.solve(problem, fr.LiftedMultilevel()).energy
    -3.0
    """

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.lifted_multilevel(problem.graph, base_of(problem, self), start, run.core)
