"""Fast local moving: single-node moves from a queue (Leiden)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import Order, check_order


@dataclass(frozen=True)
class LocalMoves:
    """Move nodes to the cluster that attracts them most, from a queue of nodes whose neighbours have moved.

    Ends where :class:`AdaptiveICM` ends, at a 1-optimal clustering, but visits only nodes that may gain: for each node
    it tracks how much it prefers its own cluster, and queues it when moves of its neighbours may have used that up.
    Much faster than full rounds after a small change of the problem. ``missing`` and node sizes are handled without
    storing pairs. Choose it after a small change, with the previous labels as ``start``.

    Traag, Waltman & van Eck, "From Louvain to Leiden" (2019), the fast local move procedure.

    Attributes
    ----------
    order : {"index", "random"}
        Initial order of the queue.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -2.0, 1.0])
    >>> fr.solve(path, fr.LocalMoves(), start=[0, 0, 0, 1]).labels
    array([0, 0, 1, 1], dtype=int32)
    """

    order: Order = "index"

    def __post_init__(self) -> None:
        check_order(self.order)

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.local_moves(problem.graph, start, run.core, self.order == "random")
