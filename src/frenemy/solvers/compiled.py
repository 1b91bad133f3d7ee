"""The solvers of the compiled core. The parameters are declared here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run

MOST_STORED_PAIRS = 20_000_000


@dataclass(frozen=True)
class AdaptiveICM:
    """Every node in turn joins the cluster that attracts it most, or stands alone if all repel it.

    The fastest of the paper's three optimisers, and a good one where each node has many pairs. A round is one pass
    over the pairs; the end point is 1-optimal: no single node can move to lower the energy. Honours ``missing`` and
    node sizes without storing pairs (a positive ``missing`` costs a look at every cluster for every node).

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
    >>> triangle = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(triangle, fr.AdaptiveICM()).labels
    array([0, 0, 1, 1], dtype=int32)
    """

    order: Literal["index", "random"] = "index"

    def __post_init__(self) -> None:
        if self.order not in ("index", "random"):
            raise ValueError(f"order must be 'index' or 'random', got {self.order!r}")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.adaptive_icm(problem.graph, start, run.core, self.order == "random")


@dataclass(frozen=True)
class SwapExplore:
    """For every two clusters, and for every cluster and an empty one, deal their nodes out anew.

    Each step is a binary problem, solved by QPBO-I from the current labels, and is kept only if the energy falls. It
    touches the pairs of the two clusters only; it is repeated only if one of them has changed, and then for the nodes
    around the change. When no step gains, single nodes may move, so the end point is 1-optimal. The paper's best choice
    between quality and speed. With ``missing`` other than 0 all pairs are stored,
    and too many of them are refused before any work.

    Bagon & Galun, "Optimizing large scale correlation clustering", Algorithm 2.

    Attributes
    ----------
    most_stored_pairs : int
        How many pairs may be stored if ``missing`` is not 0; each takes about 70 bytes.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(triangle, fr.SwapExplore()).energy
    -1.0
    """

    most_stored_pairs: int = MOST_STORED_PAIRS

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.swap_explore(problem.graph, start, run.core, self.most_stored_pairs)


@dataclass(frozen=True)
class ExpandExplore:
    """For every cluster, and for an empty one, decide for all nodes at once who joins it.

    Each step is a binary problem over all nodes, solved by QPBO-I from the current labels, and is kept only if the
    energy falls. Slightly better than :class:`SwapExplore` and much slower: a round costs one pass over all pairs for
    every cluster. With ``missing`` other than 0 all pairs are stored, and too many of them are refused before any work.

    Bagon & Galun, "Optimizing large scale correlation clustering", Algorithm 1.

    Attributes
    ----------
    most_stored_pairs : int
        How many pairs may be stored if ``missing`` is not 0; each takes about 70 bytes.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(triangle, fr.ExpandExplore()).energy
    -1.0
    """

    most_stored_pairs: int = MOST_STORED_PAIRS

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.expand_explore(problem.graph, start, run.core, self.most_stored_pairs)


@dataclass(frozen=True)
class GreedyAdditive:
    """Join the two clusters that attract each other most, until no two do.

    Starts from single nodes if ``start`` is one cluster, and else from the clusters of ``start``. Among equal weights,
    nodes with few pairs go first. In the end single nodes move until none wants to, so the end point is 1-optimal. The
    first round is all of the joining, O(m log n) steps for m pairs of n nodes; each later one is a pass of single
    moves. Honours ``missing`` and node sizes without storing pairs (a positive ``missing`` costs a look at every
    cluster for every join). Choose it as a quick start for other solvers, and where large weights can be trusted.

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
