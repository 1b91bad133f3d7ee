"""The solvers of the compiled core. The parameters are declared here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.run import Run

MOST_STORED_PAIRS = 20_000_000


def _check_at_least(value: int, least: int, name: str) -> None:
    if isinstance(value, bool) or int(value) != value or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")


@dataclass(frozen=True)
class AdaptiveICM:
    """Every node in turn joins the cluster that attracts it most, or stands alone if all repel it.

    The fastest of the paper's three optimisers, and a good one where each node has many pairs. A round is one pass
    over the pairs; the end point is 1-optimal: no single node can move to lower the energy. Honours ``missing`` and
    node sizes without storing pairs.

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
class LocalMoves:
    """Nodes join the cluster that attracts them most, from a queue of those whose neighbours have moved.

    Ends where :class:`AdaptiveICM` ends, at a clustering that no single node can improve, but looks only at nodes that
    may want to move: for each it keeps how much it prefers its cluster, and queues it when its neighbours' moves may
    have used that up. Much faster than full rounds when little changes, as after a small change of the problem. Honours
    ``missing`` and node sizes without storing pairs.

    Traag, Waltman & van Eck, "From Louvain to Leiden" (2019), the fast local move procedure.

    Attributes
    ----------
    order : {"index", "random"}
        In which order the nodes stand in the queue at the beginning.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(triangle, fr.LocalMoves()).labels
    array([0, 0, 1, 1], dtype=int32)
    """

    order: Literal["index", "random"] = "index"

    def __post_init__(self) -> None:
        if self.order not in ("index", "random"):
            raise ValueError(f"order must be 'index' or 'random', got {self.order!r}")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.local_moves(problem.graph, start, run.core, self.order == "random")


@dataclass(frozen=True)
class Anneal:
    """Simulated annealing by single nodes, then :class:`LocalMoves`.

    In every sweep each node may join the cluster of a random attracting neighbour, or stand alone; what costs ``d`` is
    done with probability ``exp(-d / temperature)``. Long annealings are the best there is on hard sparse problems with
    no structure but the hidden one, and short ones a good start for :class:`Multilevel`; on image grids they do little.
    A sweep costs about one pass over the pairs. The start is kept if the annealing does not better it. A time limit
    shortens the cooling instead of breaking it off.

    Kirkpatrick, Gelatt & Vecchi, "Optimization by simulated annealing" (1983).

    Attributes
    ----------
    sweeps : int
        How many times each node is looked at.
    hot, cold : float
        First and last temperature, in units of the problem's own: the pull of random signs on a typical node with 20
        pairs of weight 1.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(triangle, fr.Anneal(sweeps=50)).energy
    -1.0
    """

    sweeps: int = 1000
    hot: float = 1.0
    cold: float = 0.1

    def __post_init__(self) -> None:
        _check_at_least(self.sweeps, 1, "sweeps")
        if not 0 < self.cold <= self.hot < float("inf"):
            raise ValueError(f"temperatures must be 0 < cold <= hot, got cold {self.cold!r} and hot {self.hot!r}")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.anneal(problem.graph, start, run.core, self.sweeps, self.hot, self.cold)


@dataclass(frozen=True)
class Multilevel:
    """A short annealing, then local moves of nodes, of parts of clusters, and of parts of parts.

    A pass settles single nodes, splits every cluster into parts that hold together, contracts these, goes on with the
    smaller problem, and settles again on the way back. The fastest way to a good clustering of a large problem: a pass
    costs some 50 passes over the pairs and needs memory for one copy of them. Starts from ``start`` if that has more
    than one cluster, and from single nodes otherwise. Honours ``missing`` and node sizes without storing pairs.

    Blondel et al., "Fast unfolding of communities in large networks" (2008); Traag, Waltman & van Eck, "From Louvain to
    Leiden" (2019); Noack & Rotta, "Multi-level algorithms for modularity clustering" (2009).

    Attributes
    ----------
    sweeps : int
        Of the annealing before the first pass; 0 leaves it out.
    passes : int
        At most so many; fewer if one finds nothing better.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(triangle, fr.Multilevel()).energy
    -1.0
    """

    sweeps: int = 32
    passes: int = 10

    def __post_init__(self) -> None:
        _check_at_least(self.sweeps, 0, "sweeps")
        _check_at_least(self.passes, 1, "passes")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.multilevel(problem.graph, start, run.core, self.sweeps, self.passes)


@dataclass(frozen=True)
class Evolve:
    """A population of clusterings that are recombined: the best there is if there is time.

    Members are made by annealing and a multilevel pass. Two are recombined by contracting what they agree on, which
    leaves a small problem that holds both and all their mixtures, and by annealing that; the child is never worse than
    the better parent. When all members have become alike an epoch ends, and the next begins with new ones that were
    annealed twice as long. With a time limit it tries out how long to anneal, and plans members and recombinations for
    the time there is; without one it ends when epochs bring nothing new.

    After Ovelgönne & Geyer-Schulz, "An ensemble learning strategy for graph clustering" (2012), and Hausberger, Faraj &
    Schulz, "A distributed multilevel memetic algorithm for signed graph clustering" (2022).

    Attributes
    ----------
    population : int
        Members of an epoch; fewer if time is short.
    sweeps : int
        Of the shortest annealing.
    patience : int
        Ends after so many epochs in a row that brought nothing. With 0, two members, one of them annealed, are made and
        recombined, and that is all: the quickest use.

    Examples
    --------
    >>> import frenemy as fr
    >>> triangle = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0, -1.0, 1.0])
    >>> fr.solve(triangle, fr.Evolve(), stop=fr.Stop(seconds=5)).energy
    -1.0
    """

    population: int = 16
    sweeps: int = 32
    patience: int = 3

    def __post_init__(self) -> None:
        _check_at_least(self.population, 2, "population")
        _check_at_least(self.sweeps, 1, "sweeps")
        _check_at_least(self.patience, 0, "patience")

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels:
        return _core.evolve(problem.graph, start, run.core, self.sweeps, self.population, self.patience)


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
    moves. Honours ``missing`` and node sizes without storing pairs. Choose it as a quick start for other solvers, and
    where large weights can be trusted.

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
