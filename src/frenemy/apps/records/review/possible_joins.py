"""Pairs of clusters that nearly join."""

from __future__ import annotations

import numpy as np

from frenemy.apps.records.review.doubt_rows import DoubtRows, Edges, Grouped
from frenemy.explain import Explanation
from frenemy.problem import Labels, Problem
from frenemy.problem.apart import Apart, pair_keys
from frenemy.problem.array_types import Bools, Floats


def possible_joins(explanation: Explanation, edges: Edges) -> DoubtRows:
    """Pairs of clusters that a listed pair connects and that constraints allow to join."""
    labels, size = explanation.labels, explanation.clusters.size
    a, b = labels[edges.u], labels[edges.v]
    is_cut = np.flatnonzero(a != b)
    low, high = np.minimum(a, b)[is_cut], np.maximum(a, b)[is_cut]
    groups = Grouped(pair_keys(low, high), edges.weight[is_cut])
    # If two records turn out to match, their clusters join only if neither record would rather move alone. So the most
    # informative pair is the one whose records are tied most to their own clusters.
    moving = np.minimum(*_moving_costs(explanation, edges, edges.u[is_cut], edges.v[is_cut]))
    central = Grouped(pair_keys(low, high), moving).best
    best = is_cut[central]
    first, second = low[central], high[central]
    n_pairs = size[first] * size[second]
    total = groups.total + explanation.problem.missing * (n_pairs - groups.count)
    if explanation.problem.graph.has_sizes:
        total = _sized_totals(explanation.problem, labels, first, second)
    n_changed = np.where(-total <= moving[central], np.minimum(size[first], size[second]), 1)
    may = _may_join(explanation.problem, labels, first, second)
    best = best[may]
    return DoubtRows(
        first=first[may],
        second=second[may],
        record=np.full(len(best), -1, np.int32),
        u=edges.u[best],
        v=edges.v[best],
        weight=edges.weight[best],
        is_listed=np.ones(len(best), bool),
        cost=-total[may],
        n_listed=groups.count[may],
        n_changed=n_changed[may],
    )


def _moving_costs(explanation: Explanation, edges: Edges, u: Labels, v: Labels) -> tuple[Floats, Floats]:
    """The cost of moving ``u`` to the cluster of ``v``, and ``v`` to that of ``u``, ignoring node sizes."""
    labels, size, missing = explanation.labels, explanation.clusters.size, explanation.problem.missing
    ends = np.concatenate((edges.u, edges.v)), np.concatenate((edges.v, edges.u))
    groups = Grouped(pair_keys(ends[0], labels[ends[1]]), np.tile(edges.weight - missing, 2))

    def tie(nodes: Labels, clusters: Labels) -> Floats:
        """The weight between records and clusters in excess of unlisted pairs."""
        wanted = pair_keys(nodes, clusters)
        at = np.minimum(np.searchsorted(groups.keys, wanted), len(groups.keys) - 1)
        return np.where(groups.keys[at] == wanted, groups.total[at], 0.0)

    def moving(nodes: Labels, to: Labels) -> Floats:
        own = labels[nodes]
        return tie(nodes, own) - tie(nodes, to) + missing * (size[own] - 1 - size[to])

    return moving(u, labels[v]), moving(v, labels[u])


def _sized_totals(problem: Problem, labels: Labels, first: Labels, second: Labels) -> Floats:
    """The weights between pairs of clusters if nodes have sizes."""
    u, v, weight = problem.contract(labels).problem.edges()
    keys = pair_keys(u, v)
    return weight[np.searchsorted(keys, pair_keys(first, second))]


def _may_join(problem: Problem, labels: Labels, first: Labels, second: Labels) -> Bools:
    """Which pairs of clusters constraints allow to join."""
    may = np.ones(len(first), bool)
    if problem.constraints is None or not len(first):
        return may
    apart: Apart = problem.constraints.apart.mapped(labels)
    if len(apart.u):
        may &= ~np.isin(pair_keys(first, second), pair_keys(apart.u, apart.v))
    if len(apart.nodes):
        carried: dict[int, set[int]] = {}
        for cluster, token in zip(apart.nodes.tolist(), apart.tokens.tolist(), strict=True):
            carried.setdefault(cluster, set()).add(token)
        none: set[int] = set()
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        may &= np.array([carried.get(a, none).isdisjoint(carried.get(b, none)) for a, b in pairs], bool)
    return may
