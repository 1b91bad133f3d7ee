"""Some nodes free, all others fixed: the small problem around the free ones.

Its nodes are the free nodes and, for every fixed cluster that they can gain from, one *anchor* that stands for all its
fixed nodes. Anchors may not meet. Only the rows of free nodes are read.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import Apart
from frenemy.problem.array_types import Bools, Floats, Ints, Ints32
from frenemy.problem.checked_arrays import unmasked, whole_numbers
from frenemy.problem.distinct import distinct
from frenemy.problem.hard_constraints import HardConstraints
from frenemy.problem.rows import rows_of
from frenemy.run import Run
from frenemy.solving.transform import Transformed


def with_fixed_nodes(problem: Problem, start: Labels, free: npt.ArrayLike, run: Run) -> Transformed:
    """The problem of the nodes in ``free``, which alone may leave their cluster in ``start``."""
    nodes = free_nodes(free, problem.n_nodes)
    constraints = problem.constraints or HardConstraints(problem.n_nodes)
    home, is_anchored = _homes(constraints, start, nodes)
    _check_fixed(constraints, home)
    pairs = _pairs(problem.graph, home, nodes)
    small = _numbering(problem, home, is_anchored, start, nodes, pairs)
    apart = constraints.apart.mapped(small.number[home])
    if small.n_anchors > 1:
        anchors = np.arange(small.n_anchors)
        apart = apart + Apart.of(nodes=anchors, tokens=np.zeros(small.n_anchors), n_tokens=1)
    graph = _small_graph(problem.graph, home, small, pairs)
    return Transformed(
        Problem(graph),
        apart,
        apart.kept_by(graph, _small_start(home, start, nodes, small), run.core),
        True,
        _Lift(home, nodes, is_anchored, small),
        whole=Problem(problem.graph),
        n_other_clusters=int(is_anchored.sum()) - small.n_anchors,
    )


def free_nodes(free: npt.ArrayLike, n_nodes: int) -> Ints:
    """The ids, sorted, from ids or from a mask."""
    array = unmasked(free, "free")
    if array.dtype.kind == "b":
        if array.shape != (n_nodes,):
            raise ValueError(f"free must be node ids or a mask of shape ({n_nodes},), got a mask of {array.shape}")
        return np.flatnonzero(array)
    if array.ndim != 1:
        raise ValueError(f"free must be one-dimensional, got shape {array.shape}")
    if array.size == 0:
        return np.empty(0, np.int64)
    whole = whole_numbers(array.copy(), "free", "position")  # the user's own may change
    outside = np.flatnonzero((whole < 0) | (whole >= n_nodes))
    if len(outside):
        raise ValueError(f"free must hold nodes in 0..{n_nodes - 1}, got {whole[outside[0]]} at position {outside[0]}")
    return distinct(whole).astype(np.int64)


# ------------------------------------------------------------------------------------------------- who belongs to whom


def _homes(constraints: HardConstraints, start: Labels, nodes: Ints) -> tuple[Ints, Bools]:
    """Where every node is: ``0..k-1`` for a fixed cluster of the start, from k on for what is free to move together.

    Also which of the clusters ``0..k-1`` hold a fixed node.
    """
    n_members = np.bincount(start)
    n_clusters = len(n_members)
    is_anchored = n_members > np.bincount(start[nodes], minlength=n_clusters)
    home = start.astype(np.int64)
    if not len(constraints.links):
        home[nodes] = n_clusters + np.arange(len(nodes))
        return home, is_anchored
    joined = constraints.joined
    is_fixed = np.ones(len(start), bool)
    is_fixed[nodes] = False
    fixed = np.flatnonzero(is_fixed)
    cluster_of = np.full(int(joined.max(initial=-1)) + 1, -1, np.int64)
    cluster_of[joined[fixed]] = start[fixed]
    torn = np.flatnonzero(cluster_of[joined[fixed]] != start[fixed])
    if len(torn):
        i = int(fixed[torn[0]])
        j = int(fixed[(joined[fixed] == joined[i]) & (start[fixed] != start[i])][0])
        raise ValueError(
            f"nodes {min(i, j)} and {max(i, j)} are fixed in different clusters of start, but must-links join them"
        )
    home[nodes] = cluster_of[joined[nodes]]
    movable = nodes[home[nodes] < 0]
    home[movable] = n_clusters + np.unique(joined[movable], return_inverse=True)[1]
    return home, is_anchored


def _check_fixed(constraints: HardConstraints, home: Ints) -> None:
    conflict = constraints.apart.conflict(home) if constraints.apart else None
    if conflict is not None:
        raise ValueError(
            f"{constraints.reason(conflict)}, but both are fixed in cluster {home[conflict.i]} of start"
            " (or tied to it by must-links)"
        )


# --------------------------------------------------------------------------------------------------- the small problem


@dataclass(frozen=True, eq=False)
class _Pairs:
    """The pairs of the free nodes, each once: the homes of both ends, and the excess weight."""

    a: Ints
    b: Ints
    excess: Floats


def _pairs(graph: _core.Graph, home: Ints, nodes: Ints) -> _Pairs:
    row, neighbors, weights = rows_of(graph, nodes)
    is_free = np.zeros(len(home), bool)
    is_free[nodes] = True
    here = nodes[row]
    once = ~is_free[neighbors] | (here < neighbors)
    a, b = home[here[once]], home[neighbors[once]]
    between = a != b
    return _Pairs(a[between], b[between], weights[once][between])


@dataclass(frozen=True, eq=False)
class _Numbering:
    """The nodes of the small problem: first the anchors, then what is free.

    ``number[h]`` is the node of home h, -1 if it has none; ``homes`` is the inverse.
    """

    number: Ints32
    homes: Ints
    n_anchors: int


def _numbering(
    problem: Problem,
    home: Ints,
    is_anchored: Bools,
    start: Labels,
    nodes: Ints,
    pairs: _Pairs,
) -> _Numbering:
    n_clusters = len(is_anchored)
    n_homes = int(home.max(initial=-1)) + 1
    if problem.missing > 0:
        is_seen = is_anchored.copy()  # every cluster attracts
    else:
        # A cluster without a pair to a free node has nothing to offer, unless the node is there already.
        is_seen = np.zeros(n_clusters, bool)
        for homes in (pairs.a, pairs.b, home[nodes]):
            is_seen[homes[homes < n_clusters]] = True
        is_seen[start[nodes]] = True
        is_seen &= is_anchored
    homes = np.concatenate((np.flatnonzero(is_seen), np.arange(n_clusters, n_homes)))
    number = np.full(max(n_homes, n_clusters), -1, np.int32)
    number[homes] = np.arange(len(homes))
    return _Numbering(number, homes, int(is_seen.sum()))


def _small_graph(graph: _core.Graph, home: Ints, small: _Numbering, pairs: _Pairs) -> _core.Graph:
    sizes = None
    if graph.missing != 0.0:
        own = graph.sizes if graph.has_sizes else np.ones(len(home))
        sizes = np.bincount(home, own, minlength=len(small.number))[small.homes].astype(np.float64)
    u, v = small.number[pairs.a], small.number[pairs.b]
    return _core.Graph.from_edges(len(small.homes), u, v, pairs.excess, graph.missing, sizes, True)


def _small_start(home: Ints, start: Labels, nodes: Ints, small: _Numbering) -> Labels:
    """Anchors where they are; what is free with the anchor of its cluster, or with the others that were in it."""
    clusters = np.concatenate((small.homes[: small.n_anchors], np.empty(len(small.homes) - small.n_anchors, np.int64)))
    number = small.number[home[nodes]]
    moving = number >= small.n_anchors
    clusters[number[moving]] = start[nodes[moving]]
    return np.unique(clusters, return_inverse=True)[1].astype(np.int32)


@dataclass(frozen=True, eq=False)
class _Lift:
    """Labels of the small problem to labels of all nodes; at most one anchor per cluster."""

    home: Ints
    nodes: Ints
    is_anchored: Bools
    small: _Numbering

    def __call__(self, labels: Labels) -> Labels:
        small, n_clusters = self.small, len(self.is_anchored)
        n_found = int(labels.max(initial=-1)) + 1
        cluster = np.full(n_found, -1, np.int64)
        cluster[labels[: small.n_anchors]] = small.homes[: small.n_anchors]
        # New clusters take the numbers of those that lost all their nodes first, so that none exceeds the last node.
        new = np.flatnonzero(cluster < 0)
        vacant = np.flatnonzero(~self.is_anchored)[: len(new)]
        cluster[new[: len(vacant)]] = vacant
        cluster[new[len(vacant) :]] = n_clusters + np.arange(len(new) - len(vacant))
        whole = self.home.copy()
        number = small.number[self.home[self.nodes]]
        whole[self.nodes] = cluster[labels[number]]
        return _core.contiguous(whole.astype(np.int32))
