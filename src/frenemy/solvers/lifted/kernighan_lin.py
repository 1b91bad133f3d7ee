"""Lifted Kernighan-Lin with joins (lifted KLj)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.checked_arrays import whole_number
from frenemy.run import Run
from frenemy.solvers.lifted.base_graph import base_of


@dataclass(frozen=True)
class LiftedKernighanLin:
    """For two clusters that touch in the base graph, move nodes across their border and keep the best state on the way.

    Each step moves the node with the highest gain, even if that is negative, and no node twice; it must touch the other
    cluster, and its own must stay connected without it. Splits are tried in the same way, single nodes move, and
    clusters join by :class:`LiftedGreedyAdditive`, which also runs first if there is no ``start``. A round tries every
    border and costs a few visits to the pairs of the nodes near borders. Choose it to improve the labels of another
    method.

    Keuper, Levinkov, Bonneel, Lavoué, Brox, Andres, "Efficient decomposition of image and mesh graphs by lifted
    multicuts" (ICCV 2015), Algorithm 2 (KLj), here with connectivity kept at every step.

    Attributes
    ----------
    patience : int
        The number of moves after the best state at which a sequence of moves ends.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.lifted([[0, 1], [1, 2], [2, 3]], [1.0, 1.0, 1.0], [[0, 3]], [-4.0])
    >>> fr.solve(problem, fr.LiftedKernighanLin(), start=[0, 0, 1, 1]).energy
    -3.0
    """

    patience: int = 40

    def __post_init__(self) -> None:
        whole_number(self.patience, "patience", minimum=1, maximum=2**31)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.lifted_kernighan_lin(problem.graph, base_of(problem, self), start, run.core, self.patience)
