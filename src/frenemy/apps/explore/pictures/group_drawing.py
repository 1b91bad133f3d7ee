"""A group and what is next to it as a drawing of dots and lines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.apps.explore.pictures.stress_layout import stress_layout
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints

MAX_THINGS = 300
MAX_PAIRS = 2000
_MAX_AROUND = 60  # things of other groups
_RING = 0.46  # distance of other groups from the middle
_DISK = 0.30  # radius of the group


@dataclass(frozen=True, eq=False)
class GroupDrawing:
    """Where things are drawn.

    Attributes
    ----------
    things : (n_things,) int
        Those of the group first.
    places : (n_things, 2) float
        In 0..1.
    ends : (n_pairs, 2) int
        The two ends of each line, as positions in ``things``.
    weights : (n_pairs,) float
    n_left_out : int
        Things of the group that are not drawn.
    """

    things: Ints
    places: Floats
    ends: Ints
    weights: Floats
    n_left_out: int


def group_drawing(problem: Problem, labels: Labels | Ints, group: int) -> GroupDrawing:
    """The things of a group in the middle, those of other groups that its pairs lead to around it.

    At most 300 things and 2,000 pairs are drawn, those with the largest weights. The same problem and labels give the
    same drawing.

    Parameters
    ----------
    problem : Problem
    labels : (n_nodes,) int
    group : int
        One of the labels.
    """
    groups = np.asarray(labels, np.int64)
    members = np.flatnonzero(groups == group)
    node, other, weight = _pairs_of(problem, members)
    is_outside = ~np.isin(other, members)
    outside = np.unique(other[is_outside])
    around = _strongest(outside, other[is_outside], weight[is_outside], _MAX_AROUND)
    inner = _strongest(members, node, weight, MAX_THINGS - len(around))

    things = np.concatenate((inner, around))
    ends, weights = _lines(problem, things, len(inner))
    places = np.empty((len(things), 2))
    places[: len(inner)] = _in_the_middle(ends, weights, len(inner))
    places[len(inner) :] = _around(places[: len(inner)], ends, weights, groups[around])
    return GroupDrawing(things, places, ends, weights, len(members) - len(inner))


def _pairs_of(problem: Problem, nodes: Ints) -> tuple[Ints, Ints, Floats]:
    """The listed pairs of some nodes: the node, the other one, and the weight without that of an unlisted pair."""
    graph = problem.graph
    begins, degrees = graph.offsets[nodes], graph.offsets[nodes + 1] - graph.offsets[nodes]
    at = np.arange(int(degrees.sum())) + np.repeat(begins - (np.cumsum(degrees) - degrees), degrees)
    return np.repeat(nodes, degrees), graph.neighbors[at].astype(np.int64), graph.weights[at]


def _strongest(nodes: Ints, ends: Ints, weights: Floats, n_most: int) -> Ints:
    """At most some of the nodes, sorted: those whose pairs weigh most."""
    if len(nodes) <= n_most:
        return nodes
    is_known = np.isin(ends, nodes)
    pull = np.bincount(np.searchsorted(nodes, ends[is_known]), np.abs(weights[is_known]), len(nodes))
    return np.sort(nodes[np.argsort(-pull, kind="stable")[:n_most]])


def _lines(problem: Problem, things: Ints, n_inner: int) -> tuple[Ints, Floats]:
    """The heaviest pairs among the things that have an end in the group, in the order of their ends."""
    u, v, w = problem.restrict(things).problem.edges()
    is_inner = np.minimum(u, v) < n_inner
    u, v, w = u[is_inner], v[is_inner], w[is_inner]
    chosen = np.sort(np.argsort(-np.abs(w), kind="stable")[:MAX_PAIRS])
    return np.stack((u[chosen], v[chosen]), axis=1).astype(np.int64), w[chosen]


def _in_the_middle(ends: Ints, weights: Floats, n_inner: int) -> Floats:
    is_inside = (ends < n_inner).all(axis=1)
    places = stress_layout(n_inner, ends[is_inside], weights[is_inside])
    radius = float(np.sqrt((places**2).sum(axis=1)).max(initial=0.0))
    return 0.5 + places * (_DISK / radius if radius > 0 else 1.0)


def _around(inner: Floats, ends: Ints, weights: Floats, groups: Ints) -> Floats:
    """On a ring, each as near as possible to the things it is paired with, and those of one group side by side."""
    n = len(groups)
    if not n:
        return np.empty((0, 2))
    is_out = ends.max(axis=1) >= len(inner)
    low, high = ends[is_out].min(axis=1), ends[is_out].max(axis=1) - len(inner)
    force = np.abs(weights[is_out])
    toward: Floats = np.stack([np.bincount(high, force * (inner[low, i] - 0.5), n) for i in (0, 1)], axis=1)
    codes = np.unique(groups, return_inverse=True)[1]
    of_group: Floats = np.stack([np.bincount(codes, toward[:, i]) for i in (0, 1)], axis=1)
    order = np.lexsort((np.arange(n), _angles(toward), codes, _angles(of_group)[codes]))
    angles = np.empty(n)
    angles[order] = 2 * np.pi * (np.arange(n) + 0.5) / n - np.pi
    angles += _turn(angles, _angles(toward), np.sqrt((toward**2).sum(axis=1)))
    places: Floats = 0.5 + _RING * np.stack((np.cos(angles), np.sin(angles)), axis=1)
    return places


def _turn(angles: Floats, wanted: Floats, force: Floats) -> float:
    """By how much to turn the ring so that its things are near where they want to be."""
    x, y = float(force @ np.cos(wanted - angles)), float(force @ np.sin(wanted - angles))
    return float(np.arctan2(y, x))


def _angles(directions: Floats) -> Floats:
    angles: Floats = np.arctan2(directions[:, 1], directions[:, 0])
    return angles
