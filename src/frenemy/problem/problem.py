"""A correlation clustering problem: signed weights of pairs."""

from __future__ import annotations

import warnings
from collections.abc import Hashable
from typing import Any, Literal, final

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.caller import stacklevel_of_caller
from frenemy.problem.checked_arrays import (
    MAX_NODES,
    finite_number,
    floats,
    node_ids,
    unmasked,
    whole_number,
    whole_numbers,
)
from frenemy.problem.communities import community_edges, cpm_graph, modularity_graph
from frenemy.problem.hard_constraints import HardConstraints
from frenemy.problem.ids import Ids, checked_ids, numbered_pairs
from frenemy.problem.lifted import base_from_edges, check_connected, lifted_graphs, same_base
from frenemy.problem.problem_card import problem_card
from frenemy.problem.smaller_problems import Contraction, Restriction
from frenemy.problem.sources.directions import Symmetrize

Labels = npt.NDArray[np.int32]


@final
class Problem:
    """Signed weights between the nodes ``0..n_nodes-1``; checked once, then immutable.

    A positive weight attracts its pair, a negative one repels it, and the weight of an unlisted pair is ``missing``.
    Create one with :meth:`from_edges`, or from a matrix, graph or table with :func:`frenemy.as_problem`. Nodes may have
    ids of any hashable type. Results carry them; solvers see only numbers.

    Internally, the weight of the pair ``{i, j}`` is ``w_ij + missing * s_i * s_j`` with node sizes ``s``, where
    ``w_ij`` is 0 for unlisted pairs. Contraction preserves this form, so complete graphs need not be stored.

    Examples
    --------
    >>> import frenemy as fr
    >>> problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [2.0, -1.0, 3.0])
    >>> problem
    Problem(n_nodes=4, n_edges=3)
    >>> problem.energy([0, 0, 1, 1])
    -1.0
    """

    __slots__ = ("_base", "_constraints", "_graph", "_ids", "_repelling_weight")

    _base: _core.Graph | None
    _constraints: HardConstraints | None
    _graph: _core.Graph
    _ids: Ids | None
    _repelling_weight: float | None

    def __init__(
        self,
        graph: _core.Graph,
        constraints: HardConstraints | None = None,
        ids: Ids | None = None,
        base: _core.Graph | None = None,
    ) -> None:
        object.__setattr__(self, "_base", base)
        object.__setattr__(self, "_constraints", constraints)
        object.__setattr__(self, "_graph", graph)
        object.__setattr__(self, "_ids", ids)
        object.__setattr__(self, "_repelling_weight", None)

    @classmethod
    def from_edges(
        cls,
        u: Any,
        v: Any,
        w: npt.ArrayLike,
        *,
        n_nodes: int | None = None,
        missing: float = 0.0,
        sizes: npt.ArrayLike | None = None,
        ids: Any = None,
    ) -> Problem:
        """A problem from pairs.

        Parameters
        ----------
        u, v : (n_edges,) int, or any hashable ids
            The two ends of each pair, in any order. Whole numbers are the numbers of nodes, counted from 0; strings and
            other ids are numbered by first appearance. (For whole numbers that are ids, such as 1001, use
            ``as_problem((u, v, w))``.) Weights of repeated pairs are summed; a pair of a node with itself is left out
            with a warning.
        w : (n_edges,) float
            The weight of each pair; finite.
        n_nodes : int, optional
            Number of nodes; by default one more than the largest number in ``u`` and ``v``, or the number of ids.
        missing : float
            The weight of an unlisted pair, times the sizes of its nodes. A negative number makes all unlisted pairs
            repel without storing them.
        sizes : (n_nodes,) float, optional
            Node sizes, not negative; by default 1. They matter only with ``missing``.
        ids : (n_nodes,) sequence, optional
            The id of each node, if ``u`` and ``v`` hold numbers of nodes.

        Examples
        --------
        >>> import frenemy as fr
        >>> fr.Problem.from_edges(["ann", "bob"], ["bob", "cid"], [2.0, -1.0]).ids
        ('ann', 'bob', 'cid')
        """
        u, v, found_ids = numbered_pairs(u, v)
        weights = floats(w, "w")
        if len(u) != len(weights):
            raise ValueError(f"u, v and w must have the same length, got {len(u)}, {len(v)} and {len(weights)}")
        if found_ids is not None and (n_nodes is not None or ids is not None):
            raise ValueError(f"n_nodes and ids go with numbers of nodes, got ids such as {found_ids[0]!r} in u and v")
        if n_nodes is None:
            n_seen = 1 + max(int(u.max(initial=-1)), int(v.max(initial=-1)))
            n_nodes = n_seen if ids is None else max(n_seen, len(ids))
        n_nodes = whole_number(n_nodes, "n_nodes", maximum=MAX_NODES)
        node_sizes = None if sizes is None else floats(sizes, "sizes")
        graph = _core.Graph.from_edges(
            n_nodes, u, v, weights, finite_number(missing, "missing"), node_sizes, is_excess=False
        )
        problem = cls(graph, ids=found_ids if ids is None else checked_ids(ids, n_nodes))
        if graph.n_self_loops:
            at = int(np.argmax(u == v))
            warnings.warn(
                f"left out {graph.n_self_loops} pair(s) of a node with itself, the first one node "
                f"{problem.id_of(int(u[at]))!r} at edge {at}",
                stacklevel=stacklevel_of_caller(),
            )
        return problem

    @classmethod
    def from_modularity(
        cls,
        u: Any,
        v: Any = None,
        w: npt.ArrayLike | None = None,
        *,
        n_nodes: int | None = None,
        resolution: float = 1.0,
        weight: str | None = "weight",
        symmetrize: Symmetrize | None = None,
    ) -> Problem:
        """The problem whose optimal clustering has the highest modularity.

        The pair ``{i, j}`` weighs ``a_ij - resolution * k_i * k_j / (2 * m)``, with weighted degrees ``k`` that add up
        to ``2 * m``. They are the sizes, and ``missing`` is ``-resolution / (2 * m)``, so only the edges are stored.
        Without self-pairs, the modularity of a clustering is ``(total_weight - energy) / m`` minus the constant
        ``resolution * sum(k**2) / (2 * m)**2``.

        Parameters
        ----------
        u, v : (n_edges,) int, or any hashable ids
            The ends of each edge. A self-pair counts twice in the degree of its node. Or, in place of all three, a
            networkx or igraph graph, or a matrix.
        w : (n_edges,) float, optional
            Weights, not negative; by default 1. Weights of repeated edges are summed.
        n_nodes : int, optional
            Number of nodes; by default one more than the largest id.
        resolution : float
            Higher values give more and smaller clusters.
        weight : str, optional
            Edge attribute of a graph that holds the weights; edges without it weigh 1. None gives every edge weight 1.
        symmetrize : {"mean", "sum", "max", "min"}, optional
            How to combine the two directions of a directed graph.

        Examples
        --------
        >>> import frenemy as fr, networkx as nx
        >>> fr.solve(fr.Problem.from_modularity(nx.barbell_graph(4, 0))).labels
        array([0, 0, 0, 0, 1, 1, 1, 1], dtype=int32)
        """
        edges = community_edges(u, v, w, n_nodes, weight, symmetrize)
        return cls(modularity_graph(edges, resolution), ids=edges.ids)

    @classmethod
    def from_cpm(
        cls,
        u: Any,
        v: Any = None,
        w: npt.ArrayLike | None = None,
        *,
        resolution: float,
        n_nodes: int | None = None,
        sizes: npt.ArrayLike | None = None,
        weight: str | None = "weight",
        symmetrize: Symmetrize | None = None,
    ) -> Problem:
        """The constant Potts model: the pair ``{i, j}`` weighs ``a_ij - resolution * sizes[i] * sizes[j]``.

        Parameters
        ----------
        u, v : (n_edges,) int, or any hashable ids
            The ends of each edge; self-pairs have no effect. Or, in place of all three, a networkx or igraph graph, or
            a matrix.
        w : (n_edges,) float, optional
            Weights of either sign; by default 1. Weights of repeated edges are summed.
        resolution : float
            The minimum density of a cluster; higher values give more and smaller clusters.
        n_nodes : int, optional
            Number of nodes; by default one more than the largest id.
        sizes : (n_nodes,) float, optional
            Node sizes, not negative; by default 1.
        weight, symmetrize
            As in :meth:`from_modularity`.

        Examples
        --------
        >>> import frenemy as fr
        >>> problem = fr.Problem.from_cpm([0, 0, 1, 2, 3, 3, 4], [1, 2, 2, 3, 4, 5, 5], resolution=0.5)
        >>> fr.solve(problem).labels
        array([0, 0, 0, 1, 1, 1], dtype=int32)
        """
        edges = community_edges(u, v, w, n_nodes, weight, symmetrize)
        return cls(cpm_graph(edges, resolution, sizes), ids=edges.ids)

    @classmethod
    def lifted(
        cls,
        base_edges: Any,
        base_weights: npt.ArrayLike,
        lifted_edges: Any,
        lifted_weights: npt.ArrayLike,
        *,
        n_nodes: int | None = None,
        ids: Any = None,
    ) -> Problem:
        """A lifted problem: every cluster must be connected in the base graph, and lifted pairs only count.

        The energy is the total weight of the base and lifted pairs in different clusters. Pairs of pixels or regions
        that do not touch become lifted pairs: they say that two nodes belong together, or do not, without making them
        neighbors.

        Parameters
        ----------
        base_edges : (n_base, 2) int
            Edges of the base graph, in any order. An edge with weight 0 still connects. The base graph need not be
            connected: then no cluster spans two of its components.
        base_weights : (n_base,) float
        lifted_edges : (n_lifted, 2) int
            Any pairs. Weights of repeated pairs, and of those that are base edges too, are summed.
        lifted_weights : (n_lifted,) float
        n_nodes : int, optional
            Number of nodes; by default one more than the largest number in the pairs.
        ids : (n_nodes,) sequence, optional
            The id of each node.

        Examples
        --------
        A path of three nodes. The lifted pair attracts its ends, but they can only be together through the middle:

        >>> import frenemy as fr
        >>> problem = fr.Problem.lifted([[0, 1], [1, 2]], [-1.0, -1.0], [[0, 2]], [3.0])
        >>> fr.solve(problem).labels, fr.solve(problem).energy
        (array([0, 0, 0], dtype=int32), 0.0)
        >>> problem.connected_parts([0, 1, 0])  # such labels are not allowed, and split where a start has them
        array([0, 1, 2], dtype=int32)
        """
        if ids is not None and n_nodes is None:
            n_nodes = len(ids)
        graphs = lifted_graphs(base_edges, base_weights, lifted_edges, lifted_weights, n_nodes)
        n = graphs.pairs.n_nodes
        return cls(graphs.pairs, None, None if ids is None else checked_ids(ids, n), graphs.base)

    # ------------------------------------------------------------------------------------------------ attributes

    @property
    def graph(self) -> _core.Graph:
        """The compiled form, for solvers; of a lifted problem, the weights of all its pairs."""
        return self._graph

    @property
    def base(self) -> _core.Graph | None:
        """The base graph of a lifted problem, in which every cluster must be connected; None for other problems."""
        return self._base

    @property
    def is_lifted(self) -> bool:
        """Whether clusters must be connected in a base graph; see :meth:`lifted`."""
        return self._base is not None

    def base_edges(self) -> tuple[Labels, Labels]:
        """The edges of the base graph as arrays ``u < v``, sorted. An error if the problem is not lifted."""
        if self._base is None:
            raise ValueError("the problem has no base graph; Problem.lifted makes one that has")
        return self._base.edges(True)[:2]

    @property
    def constraints(self) -> HardConstraints | None:
        """Hard constraints that :func:`frenemy.solve` always satisfies, or None; see :mod:`frenemy.constraints`.

        They do not change weights, energies or bounds, and a solver that is called directly ignores them.
        """
        return self._constraints

    @property
    def ids(self) -> Ids | None:
        """The id of each node, or None if its number is its id."""
        return self._ids

    def id_of(self, node: int) -> Hashable:
        """The id of a node, by default its number."""
        return node if self._ids is None else self._ids[node]

    @property
    def n_nodes(self) -> int:
        return self._graph.n_nodes

    @property
    def n_edges(self) -> int:
        """Number of listed pairs whose weight differs from that of an unlisted one."""
        return self._graph.n_edges

    @property
    def missing(self) -> float:
        """The weight of an unlisted pair, per unit of the sizes of its nodes."""
        return self._graph.missing

    @property
    def sizes(self) -> npt.NDArray[np.float64]:
        """Node sizes, (n_nodes,) float64."""
        return np.array(self._graph.sizes) if self._graph.has_sizes else np.ones(self.n_nodes)

    def edges(self) -> tuple[Labels, Labels, npt.NDArray[np.float64]]:
        """The listed pairs as arrays ``u < v, w``, sorted; ``w`` are total weights."""
        return self._graph.edges(False)

    @property
    def total_weight(self) -> float:
        """Total weight of all pairs: the difference between the two forms of the energy."""
        return self._graph.total_weight()

    @property
    def repelling_weight(self) -> float:
        """Total weight of all repelling pairs, at most 0: a lower bound on the energy."""
        if self._repelling_weight is None:
            object.__setattr__(self, "_repelling_weight", self._graph.repelling_weight())
        assert self._repelling_weight is not None
        return self._repelling_weight

    # ------------------------------------------------------------------------------------------------ energy

    def energy(
        self,
        labels: npt.ArrayLike,
        *,
        form: Literal["cut", "agreement"] = "cut",
        pairs: Literal["unordered", "ordered"] = "unordered",
    ) -> float:
        """The cost of a clustering; lower is better.

        Parameters
        ----------
        labels : (n_nodes,) int
            Any integers; nodes with equal labels share a cluster.
        form : {"cut", "agreement"}
            ``"cut"``: the weight of all pairs in different clusters (equation 3 of the paper, the Potts form; one big
            cluster has energy 0). ``"agreement"``: minus the weight of all pairs in the same cluster (equation 1). They
            differ by the constant :attr:`total_weight`.
        pairs : {"unordered", "ordered"}
            ``"ordered"`` counts each pair twice, as the paper's sums over i and j do.
        """
        if form not in ("cut", "agreement"):
            raise ValueError(f"form must be 'cut' or 'agreement', got {form!r}")
        if pairs not in ("unordered", "ordered"):
            raise ValueError(f"pairs must be 'unordered' or 'ordered', got {pairs!r}")
        value = self._graph.energy(self.check_labels(labels))
        if form == "agreement":
            value -= self.total_weight
        return value * (2.0 if pairs == "ordered" else 1.0)

    def check_labels(self, labels: npt.ArrayLike, *, name: str = "labels") -> Labels:
        """The labels as int32 ``0..k-1`` by first appearance; ValueError unless they are one integer per node."""
        array = unmasked(labels, name)
        if array.shape != (self.n_nodes,):
            raise ValueError(f"{name} must have shape ({self.n_nodes},), one per node, got {array.shape}")
        if array.size == 0:
            return np.empty(0, np.int32)
        whole = whole_numbers(array, name, "node")
        if whole.min() < 0 or whole.max() >= self.n_nodes:
            whole = np.unique(whole, return_inverse=True)[1]
        return _core.contiguous(np.ascontiguousarray(whole, dtype=np.int32))

    # ---------------------------------------------------------------------------------------------- smaller problems

    def contract(self, labels: npt.ArrayLike) -> Contraction:
        """Contract every cluster to one node.

        Constraints carry over; a cluster with nodes that must be apart is an error. So is a cluster of a lifted problem
        that is not connected in the base graph.

        Examples
        --------
        >>> import frenemy as fr
        >>> problem = fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [5.0, -1.0, 2.0])
        >>> small = problem.contract([0, 0, 1])
        >>> small.problem.edges()[2], small.lift([0, 1])
        (array([1.]), array([0, 0, 1], dtype=int32))
        """
        checked = self.check_labels(labels)
        n_clusters = int(checked.max(initial=-1)) + 1
        constraints = None if self._constraints is None else self._constraints.contracted(checked, n_clusters) or None
        base = None
        if self._base is not None:
            check_connected(checked, self.connected_parts(checked), self.id_of)
            base = self._base.contract(checked, n_clusters)
        return Contraction(Problem(self._graph.contract(checked, n_clusters), constraints, base=base), checked)

    def restrict(self, nodes: npt.ArrayLike) -> Restriction:
        """The subproblem of some nodes, in the order given, with the pairs and constraints among them.

        Of a lifted problem also the base edges among them: paths through other nodes do not connect.
        """
        kept = node_ids(nodes, "nodes")
        graph = self._graph.restrict(kept)
        constraints = None if self._constraints is None else self._constraints.restricted(kept) or None
        ids = None if self._ids is None else tuple(self._ids[node] for node in kept.tolist())
        base = None if self._base is None else self._base.restrict(kept)
        return Restriction(Problem(graph, constraints, ids, base), kept)

    def connected_parts(self, labels: npt.ArrayLike) -> Labels:
        """Split every cluster into its connected components, by listed pairs.

        Pairs between components are unlisted, so with ``missing=0`` the energy does not change, and with
        ``missing < 0`` it decreases. Separate regions of an image that share a label get different labels.

        In a lifted problem, components of the base graph count; the lifted pairs between them are then cut.
        """
        return (self._base or self._graph).connected_components(self.check_labels(labels))

    # ------------------------------------------------------------------------------------------------ special methods

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a Problem is immutable; cannot set {name!r}")

    def __repr__(self) -> str:
        missing = f", missing={self.missing:g}" if self.missing else ""
        constraints = "" if self._constraints is None else f", {self._constraints!r}"
        base = "" if self._base is None else f", n_base_edges={self._base.n_edges}"
        return f"Problem(n_nodes={self.n_nodes}, n_edges={self.n_edges}{base}{missing}{constraints})"

    def _repr_html_(self) -> str:
        return problem_card(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        a, b = self._graph, other._graph
        return (
            a.missing == b.missing
            and np.array_equal(a.offsets, b.offsets)
            and np.array_equal(a.neighbors, b.neighbors)
            and np.array_equal(a.weights, b.weights)
            and np.array_equal(self.sizes, other.sizes)
            and self._constraints == other._constraints
            and self._ids == other._ids
            and same_base(self._base, other._base)
        )

    __hash__ = None  # type: ignore[assignment]  # a hash would have to read every edge

    def __reduce__(self) -> tuple[Any, ...]:
        graph = self._graph
        sizes = np.array(graph.sizes) if graph.has_sizes else None
        base = None if self._base is None else self.base_edges()
        return _unpickle, (graph.n_nodes, *graph.edges(True), graph.missing, sizes, self._constraints, self._ids, base)


def _unpickle(
    n_nodes: int,
    u: Labels,
    v: Labels,
    excess: npt.NDArray[np.float64],
    missing: float,
    sizes: npt.NDArray[np.float64] | None,
    constraints: HardConstraints | None = None,
    ids: Ids | None = None,
    base: tuple[Labels, Labels] | None = None,
) -> Problem:
    graph = _core.Graph.from_edges(n_nodes, u, v, excess, missing, sizes, True)
    return Problem(graph, constraints, ids, None if base is None else base_from_edges(n_nodes, *base))
