"""Iterated conditional modes with an adaptive number of labels (Bagon & Galun)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import Order, check_order


@dataclass(frozen=True)
class AdaptiveICM:
    """Each node in turn moves to the cluster that attracts it most, or to a new one if all clusters repel it.

    The fastest of the paper's three optimisers, and a good one where nodes have many pairs. A round is one pass over
    the pairs. The result is 1-optimal: moving any single node does not lower the energy. ``missing`` and node sizes are
    handled without storing pairs. Choose it for simple, cheap rounds.

    Bagon & Galun, "Optimizing large scale correlation clustering", section 5.2; on complete graphs the same as the
    best-one-element-move of Elsner & Schudy, "Bounding and comparing methods for correlation clustering beyond ILP"
    (2009).

    Attributes
    ----------
    order : {"index", "random"}
        Visit the nodes by number, as the authors do, or in a new random order each round.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -2.0, 1.0])
    >>> fr.solve(path, fr.AdaptiveICM()).labels
    array([0, 0, 1, 1], dtype=int32)
    """

    order: Order = "index"

    def __post_init__(self) -> None:
        check_order(self.order)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.adaptive_icm(problem.graph, start, run.core, self.order == "random")
