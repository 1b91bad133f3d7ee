"""Single nodes, from a queue."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run
from frenemy.solvers.checked_parameters import Order, check_order


@dataclass(frozen=True)
class LocalMoves:
    """Nodes join the cluster that attracts them most, from a queue of those whose neighbours have moved.

    Ends where :class:`AdaptiveICM` ends, at a clustering that no single node can improve, but looks only at nodes that
    may want to move: for each it keeps how much it prefers its cluster, and queues it when its neighbours' moves may
    have used that up. Much faster than full rounds when little changes, as after a small change of the problem. Honours
    ``missing`` and node sizes without storing pairs. Choose it after a small change, with the labels from before as
    ``start``.

    Traag, Waltman & van Eck, "From Louvain to Leiden" (2019), the fast local move procedure.

    Attributes
    ----------
    order : {"index", "random"}
        In which order the nodes stand in the queue at the beginning.

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
