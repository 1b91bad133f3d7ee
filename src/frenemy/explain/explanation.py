"""Reasons for a clustering: violated pairs, margins of nodes and clusters, and why a pair is together or apart."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

import numpy as np

from frenemy import _core
from frenemy.explain.connected_changes import connected_side, may_leave, touch
from frenemy.explain.explained_clusters import ClusterTable, Pair, Split
from frenemy.explain.joining_cost import joining_cost, may_join, pair_weight, weight_between
from frenemy.explain.pair_reason import PairReason
from frenemy.explain.pass_over_pairs import look_at, must_link_groups
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.problem.renamed_parameters import renamed_parameters
from frenemy.run import Run

_SAME = 1e-9  # a difference between cost and bound that counts as rounding, relative to all weights inside


@dataclass(frozen=True, eq=False)
class ViolatedPairs:
    """Listed pairs that a clustering violates, the strongest first.

    Attributes
    ----------
    u, v : (n_pairs,) int32
    weight : (n_pairs,) float64
        The weight of each pair: positive if it is apart, negative if it is together.
    is_apart : (n_pairs,) bool
        True: it attracts but is apart. False: it repels but is together.
    """

    u: Labels
    v: Labels
    weight: Floats
    is_apart: Bools

    def __len__(self) -> int:
        return len(self.u)


@dataclass(frozen=True, eq=False)
class Explanation:
    """Reasons for and against a clustering; see :func:`explain`.

    Attributes
    ----------
    problem : Problem
    labels : (n_nodes,) int32
        The clustering, ``0..k-1`` by first appearance.
    margins : (n_nodes,) float64
        How much the energy would rise if the node moved to the best alternative: another cluster, or one of its own.
        Negative if the energy would fall; infinite if there is no alternative. Nodes joined by must-links move
        together, and alternatives that break a constraint do not count.
    runner_up : (n_nodes,) int32
        The best alternative; -1 is a cluster of its own. A node that is already alone has -1 if no cluster that it
        shares a listed pair with is better than an unrelated one.
    clusters : ClusterTable
    n_apart, n_together : int
        Number of pairs that attract but are apart, and that repel but are together, including unlisted ones.
    weight_apart, weight_together : float
        Their total weights, nonnegative and nonpositive. The energy is ``problem.repelling_weight`` plus the first,
        minus the second.
    n_unlisted, weight_unlisted : int, float
        The contribution of unlisted pairs to these.
    """

    problem: Problem
    labels: Labels
    margins: Floats
    runner_up: Labels
    clusters: ClusterTable
    _members: Labels = field(repr=False)
    _begin: Ints = field(repr=False)
    _known_violations: dict[str, Any] | None = field(repr=False, default=None)

    @property
    def n_clusters(self) -> int:
        return len(self.clusters)

    @property
    def n_apart(self) -> int:
        return int(self._violations["n_apart"])

    @property
    def weight_apart(self) -> float:
        return float(self._violations["weight_apart"])

    @property
    def n_together(self) -> int:
        return int(self._violations["n_together"])

    @property
    def weight_together(self) -> float:
        return float(self._violations["weight_together"])

    @property
    def n_unlisted(self) -> int:
        return int(self._violations["n_unlisted"])

    @property
    def weight_unlisted(self) -> float:
        return float(self._violations["weight_unlisted"])

    @cached_property
    def _violations(self) -> dict[str, Any]:
        """Sums over all pairs; an explanation of a small change has not read them."""
        if self._known_violations is not None:
            return self._known_violations
        violations: dict[str, Any] = look_at(self.problem, self.labels, self.n_clusters)["violations"]
        return violations

    def members(self, cluster: int) -> Labels:
        """The nodes of a cluster, sorted."""
        cluster = _checked(cluster, self.n_clusters, "cluster")
        return np.sort(self._members[self._begin[cluster] : self._begin[cluster + 1]])

    def first_members(self, cluster: int, limit: int) -> Labels:
        """Some nodes of a cluster."""
        begin = int(self._begin[_checked(cluster, self.n_clusters, "cluster")])
        return self._members[begin : min(begin + limit, int(self._begin[cluster + 1]))]

    # ---------------------------------------------------------------------------------------------- what is doubtful

    @renamed_parameters(most="limit")
    def doubtful_nodes(self, limit: int | None = 20) -> Labels:
        """The nodes with the smallest margins, the least sure first.

        Nodes without an alternative are left out, and single nodes without pairs.
        """
        return _smallest(self._known_margins, limit)

    @renamed_parameters(most="limit")
    def doubtful_clusters(self, limit: int | None = 20) -> Labels:
        """The clusters that are cheapest to change, by moving a node or merging; the least sure first.

        Clusters without pairs to others are left out. Splits are not considered; see :meth:`split`.
        """
        return _smallest(self.change_costs.min(axis=0), limit)

    @cached_property
    def change_costs(self) -> Floats:
        """(2, n_clusters): what it costs to move the loosest node of each cluster, and to merge the cluster.

        Infinite where there is no related place to go to.
        """
        moved = self._known_margins[self.clusters.weakest_node]
        merged = np.where(self.clusters.nearest >= 0, self.clusters.merge_cost, np.inf)
        return np.stack((moved, merged))

    @renamed_parameters(most="limit")
    def violated(self, limit: int | None = 100, kind: Literal["apart", "together"] | None = None) -> ViolatedPairs:
        """The listed pairs that the clustering violates, the strongest first.

        Parameters
        ----------
        limit : int, optional
            Maximum number; None for all.
        kind : {"apart", "together"}, optional
            Only those that attract but are apart, or only those that repel but are together.
        """
        if kind not in (None, "apart", "together"):
            raise ValueError(f"kind must be 'apart', 'together' or None, got {kind!r}")
        u, v, weight = _core.violated_pairs(
            self.problem.graph, self.labels, kind != "together", kind != "apart", _count(limit, self.problem.n_edges)
        )
        return ViolatedPairs(u, v, weight, weight > 0)

    # ------------------------------------------------------------------------------------------------- one cut each

    def split(self, cluster: int) -> Split:
        """The cheapest way found to split a cluster in two.

        If nothing inside repels, this is a minimum cut and exact. Otherwise the problem is NP-hard: small clusters are
        solved exactly, larger ones as well as roof duality can; ``is_exact`` says which.
        """
        cluster = _checked(cluster, self.n_clusters, "cluster")
        nodes = self.members(cluster)
        inside = self.problem.graph.restrict(nodes)
        units = self._units(nodes)
        side, cost, lower_bound = _core.cheapest_split(_merged(inside, units), Run().core)
        if not len(side):
            return Split(cluster, math.inf, math.inf, np.empty(0, np.int32), None, True)
        is_in = side.astype(bool)[units]
        if self.problem.is_lifted:
            is_in, cost = connected_side(self.problem.restrict(nodes).problem, is_in)
        if 2 * is_in.sum() > len(nodes) or (2 * is_in.sum() == len(nodes) and is_in[0]):
            is_in = ~is_in
        return Split(
            cluster,
            cost,
            lower_bound,
            nodes[is_in],
            self._weakest_link(inside, nodes, is_in),
            self._is_closed(cluster, cost, lower_bound),
        )

    def why(self, u: int, v: int) -> PairReason:
        """Why two nodes are together or apart; ``str()`` of the result gives plain sentences."""
        u, v = (_checked(node, self.problem.n_nodes, "node") for node in (u, v))
        if u == v:
            raise ValueError(f"a pair is two different nodes, got {u} twice")
        c, d = int(self.labels[u]), int(self.labels[v])
        weight, is_listed = pair_weight(self.problem, u, v)
        sizes = self.clusters.size
        known: dict[str, Any] = {
            "u": u,
            "v": v,
            "is_together": c == d,
            "clusters": (c, d),
            "n_members": (int(sizes[c]), int(sizes[d])),
            "weight": weight,
            "is_listed": is_listed,
        }
        if c == d:
            return PairReason(**known, **self._reasons_together(u, v))
        return PairReason(**known, **self._reasons_apart(u, v))

    # ----------------------------------------------------------------------------------------------------- how it is

    @cached_property
    def _known_margins(self) -> Floats:
        """Margins, infinite where the alternative is unrelated to the node."""
        if self.problem.missing != 0:
            return self.margins
        return np.where(self.is_one_unit[self.labels] & (self.runner_up < 0), np.inf, self.margins)

    @cached_property
    def is_one_unit(self) -> Bools:
        """(n_clusters,): which clusters are one node, or nodes that must-links join."""
        linked = must_link_groups(self.problem)
        if not (len(linked) and self.n_clusters):
            return np.asarray(self.clusters.size == 1)
        first, groups = self._begin[:-1], linked[self._members]
        return np.asarray(np.minimum.reduceat(groups, first) == np.maximum.reduceat(groups, first))

    def _units(self, nodes: Labels) -> Labels:
        """Groups of these nodes that must-links join, as ``0..k-1``."""
        linked = must_link_groups(self.problem)
        groups = linked[nodes] if len(linked) else nodes
        return np.unique(groups, return_inverse=True)[1].astype(np.int32)

    def _is_closed(self, cluster: int, cost: float, lower_bound: float) -> bool:
        table = self.clusters
        inside = float(table.inside_attraction[cluster] - table.inside_repulsion[cluster])
        return cost - lower_bound <= _SAME * inside

    def _weakest_link(self, inside: _core.Graph, nodes: Labels, is_in: Bools) -> Pair | None:
        u, v, w = inside.edges(False)
        cut = np.flatnonzero(is_in[u] != is_in[v])
        if not len(cut):
            return None
        at = cut[np.argmax(w[cut])]
        return Pair(int(nodes[u[at]]), int(nodes[v[at]]), float(w[at])) if w[at] > 0 else None

    def _reasons_together(self, u: int, v: int) -> dict[str, Any]:
        cluster = int(self.labels[u])
        nodes = self.members(cluster)
        inside = self.problem.graph.restrict(nodes)
        a, b = (int(np.searchsorted(nodes, node)) for node in (u, v))
        chain = nodes[_core.strongest_chain(inside, a, b)].tolist()
        units = self._units(nodes)
        cost = bound = math.inf
        if units[a] != units[b]:
            side, cost, bound = _core.cheapest_separation(
                _merged(inside, units), int(units[a]), int(units[b]), Run().core
            )
            if self.problem.is_lifted:  # each side falls into its connected parts
                lifted = self.problem.restrict(nodes).problem
                cost = lifted.energy(lifted.connected_parts(side))
            if self._is_closed(cluster, cost, bound):
                bound = cost
        return {
            "is_constrained": bool(units[a] == units[b]),
            "chain": tuple(chain),
            "chain_weights": tuple(pair_weight(self.problem, i, j)[0] for i, j in itertools.pairwise(chain)),
            "separation_cost": cost,
            "separation_bound": bound,
        }

    def _reasons_apart(self, u: int, v: int) -> dict[str, Any]:
        of_u, of_v = (self.members(int(self.labels[node])) for node in (u, v))
        with_u, with_v = (
            nodes[self._units(nodes) == self._units(nodes)[np.searchsorted(nodes, node)]]
            for nodes, node in ((of_u, u), (of_v, v))
        )
        problem = self.problem
        return {
            "is_constrained": not may_join(problem, with_u, with_v),
            "merge_cost": joining_cost(problem, of_u, of_v) if touch(problem, of_u, of_v) else math.inf,
            "move_costs": (self._moving_cost(with_u, of_u, of_v), self._moving_cost(with_v, of_v, of_u)),
        }

    def _moving_cost(self, nodes: Labels, own: Labels, other: Labels) -> float:
        """Of moving nodes from their own cluster to another one."""
        problem = self.problem
        if not (touch(problem, nodes, other) and may_leave(problem, own, nodes)):
            return math.inf
        return joining_cost(problem, nodes, other) + weight_between(problem, nodes, np.setdiff1d(own, nodes))

    def __repr__(self) -> str:
        return (
            f"Explanation(n_nodes={self.problem.n_nodes}, n_clusters={self.n_clusters}, "
            f"n_apart={self.n_apart}, weight_apart={self.weight_apart:.6g}, "
            f"n_together={self.n_together}, weight_together={self.weight_together:.6g})"
        )


def _merged(graph: _core.Graph, units: Labels) -> _core.Graph:
    """Each unit as one node."""
    n_units = int(units.max(initial=-1)) + 1
    return graph if n_units == len(units) else graph.contract(units, n_units)


def _smallest(values: Floats, limit: int | None) -> Labels:
    """Indices of the smallest values, in order, without infinite ones."""
    finite = np.flatnonzero(values < np.inf)
    order = np.argsort(values[finite], kind="stable")[: _count(limit, len(finite))]
    return finite[order].astype(np.int32)


def _count(limit: int | None, n_all: int) -> int:
    if limit is None:
        return n_all
    if isinstance(limit, bool) or int(limit) != limit or limit < 0:
        raise ValueError(f"limit must be a whole number of at least 0, or None for all, got {limit!r}")
    return min(int(limit), n_all)


def _checked(value: int, n: int, name: str) -> int:
    if isinstance(value, bool) or int(value) != value or not 0 <= value < n:
        known = f"0..{n - 1}" if n else "none, as there are none"
        raise ValueError(f"{name} must be one of {known}, got {value!r}")
    return int(value)
