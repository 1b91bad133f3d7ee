"""Sequences of moves across a border, and joins."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run


@dataclass(frozen=True)
class KernighanLin:
    """For every two clusters that meet, move nodes across their border one by one and keep the best point on the way.

    Each step moves the node that gains most, even at a loss, and no node twice. Joining the two clusters is tried as
    well, and so is splitting each cluster. If ``start`` is one cluster, the joins of :class:`GreedyAdditive` come
    first. When nothing gains, single nodes may move, so the end point is 1-optimal. A round tries every cluster that
    has changed since it was last tried; between two clusters it costs the pairs of the nodes moved on trial. Honours
    ``missing`` and node sizes without storing pairs (a positive ``missing`` makes every two clusters meet). Choose it
    for social networks, for other problems of up to some 100,000 pairs, and to improve what another solver found.

    Keuper, Levinkov, Bonneel, Lavoué, Brox, Andres, "Efficient decomposition of image and mesh graphs by lifted
    multicuts" (ICCV 2015), Algorithm 2 (KLj), which moves all nodes of two clusters before it looks back.

    Attributes
    ----------
    patience : float
        How far moves between two clusters may fall behind their best point before they are given up, in multiples of
        the attraction between the two. ``math.inf`` follows them to the end, slowly where clusters are large.

    Examples
    --------
    >>> import frenemy as fr
    >>> path = fr.Problem.from_edges([0, 1, 2, 0], [1, 2, 3, 3], [1.0, 3.0, 2.0, -4.0])
    >>> fr.solve(path, fr.KernighanLin(), start=[0, 0, 1, 1]).labels
    array([0, 1, 1, 1], dtype=int32)
    """

    patience: float = 32.0

    def __post_init__(self) -> None:
        if not self.patience >= 0.0:
            raise ValueError(f"patience must be 0 or more, got {self.patience!r}")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.kernighan_lin(problem.graph, start, run.core, self.patience)
