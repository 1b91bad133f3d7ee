"""Kernighan-Lin with joins (KLj)."""

from __future__ import annotations

from dataclasses import dataclass

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run


@dataclass(frozen=True)
class KernighanLin:
    """For each two adjacent clusters, move nodes across their border one by one and keep the best intermediate state.

    Each step moves the node with the highest gain, even if that is negative, and no node twice. Joining the two
    clusters and splitting each cluster are tried as well. If ``start`` is one cluster, :class:`GreedyAdditive` runs
    first. When nothing gains, single nodes may move, so the result is 1-optimal. A round tries every cluster that has
    changed since it was last tried; for two clusters it costs the pairs of the nodes it moves. ``missing`` and node
    sizes are handled without storing pairs (with a positive ``missing`` all clusters are adjacent). Choose it for
    social networks, for other problems of up to about 100,000 pairs, and to improve the result of another solver.

    Keuper, Levinkov, Bonneel, Lavoué, Brox, Andres, "Efficient decomposition of image and mesh graphs by lifted
    multicuts" (ICCV 2015), Algorithm 2 (KLj), which completes every sequence.

    Attributes
    ----------
    patience : float
        How far a sequence of moves may fall behind its best state before it is abandoned, in multiples of the
        attraction between the two clusters. ``math.inf`` completes every sequence, which is slow for large clusters.

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
