"""Explain a clustering of which a few clusters have changed, with the same numbers as a new explanation.

A fact of a node depends on its own pairs, on the clusters of its neighbors and on its constraints. So only some nodes
are looked at: those of changed clusters, their neighbors, and those of clusters whose cheapest merge may be another
one now. A problem with all pairs of these nodes, and no others, goes through the same pass as the whole one.
"""

from __future__ import annotations

import numpy as np

from frenemy import _core
from frenemy.explain.changed_clusters import ChangedClusters
from frenemy.explain.explain import cluster_table, explain
from frenemy.explain.explanation import Explanation
from frenemy.explain.lowest_nodes import lowest_nodes
from frenemy.explain.pass_over_pairs import look_at, must_link_groups
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Ints
from frenemy.problem.rows import rows_of

_ROUNDING = 1e-9  # a difference between two sums that counts as rounding, relative to the weights in them


def explain_again(before: Explanation, problem: Problem, labels: Labels, changed: ChangedClusters) -> Explanation:
    """The same as ``explain(problem, labels)``.

    All numbers are equal to the last bit, with one exception: if unlisted pairs repel and sizes are not whole numbers,
    the weight that leaves a cluster may be rounded differently, because the sum of all sizes is.

    Parameters
    ----------
    before : Explanation
        Of the same weights.
    problem : Problem
        Its constraints may differ from those before, but only inside changed clusters and between them.
    labels : (n_nodes,) int32
        ``0..k-1`` by first appearance.
    changed : ChangedClusters
        Between the labels of ``before`` and these. Nodes whose constraints differ count as touched.

    Examples
    --------
    >>> import frenemy as fr
    >>> import numpy as np
    >>> from frenemy.explain.changed_clusters import ChangedClusters
    >>> from frenemy.explain.explain_again import explain_again
    >>> problem = fr.Problem.from_edges([0, 1, 2, 4], [1, 2, 3, 5], [2.0, -1.0, 3.0, 1.0])
    >>> before, labels = fr.explain(problem, [0, 0, 1, 1, 2, 2]), np.array([0, 0, 1, 2, 3, 3], np.int32)
    >>> changed = ChangedClusters.between(before.labels, labels)
    >>> explain_again(before, problem, labels, changed).margins
    array([ 2.,  2., -3., -3.,  1.,  1.])
    """
    if problem.missing > 0 or problem.is_lifted:  # every node may go to every cluster, or a change may reach far
        return explain(problem, labels)
    is_new = changed.is_changed | _may_merge_elsewhere(before, problem, labels, changed)
    is_looked_at = _nodes_to_look_at(before, problem, labels, changed, is_new)
    nodes = np.flatnonzero(is_looked_at).astype(np.int32)
    if 2 * len(nodes) > problem.n_nodes:
        return explain(problem, labels)
    there = np.flatnonzero(_ends_of(before, problem, nodes)).astype(np.int32)
    found = look_at(_pairs_of(problem, nodes, there), labels[there], len(is_new))
    margins, runner_up = before.margins.copy(), _renamed(before.runner_up, changed)
    at = np.searchsorted(there, nodes)
    margins[nodes], runner_up[nodes] = found["margins"][at], found["runner_up"][at]
    columns = {
        name: np.where(is_new, column, getattr(before.clusters, name)[changed.before])
        for name, column in found["clusters"].items()
    }
    nearest_before = _renamed(before.clusters.nearest, changed)[changed.before]
    columns["nearest"] = np.where(is_new, found["clusters"]["nearest"], nearest_before)
    columns["weakest_node"] = lowest_nodes(margins, labels, len(is_new))
    members, begin = _members(before, problem, labels, changed)
    return Explanation(
        problem=problem,
        labels=labels,
        margins=margins,
        runner_up=runner_up,
        clusters=cluster_table(np.diff(begin), columns),
        _members=members,
        _begin=begin,
    )


def _may_merge_elsewhere(before: Explanation, problem: Problem, labels: Labels, changed: ChangedClusters) -> Bools:
    """The unchanged clusters whose cheapest merge was with a changed cluster, or may be now."""
    n = len(changed.before)
    same = np.flatnonzero(~changed.is_changed)
    then = changed.before[same]
    nearest, cost = before.clusters.nearest[then], before.clusters.merge_cost[then]
    found = np.zeros(n, bool)
    found[same] = (nearest >= 0) & (changed.after[nearest] < 0)
    sizes = np.bincount(labels, weights=problem.sizes, minlength=n)
    if problem.missing:  # it shares no pair with its nearest cluster, which is the best of all others
        sizes_before = np.bincount(before.labels, weights=problem.sizes)
        found[same] |= cost == -problem.missing * sizes_before[then] * sizes_before[nearest]
    found[same[nearest < 0]] |= _has(_constrained(problem), labels, n)[same[nearest < 0]]
    pull_before = np.full(n, -np.inf)
    pull_before[same] = np.where(nearest < 0, -np.inf, -cost)
    at, neighbors, weights = rows_of(problem.graph, changed.nodes)
    is_out = ~changed.is_changed[labels[neighbors]]
    keys = labels[neighbors[is_out]].astype(np.int64) * n + labels[changed.nodes[at[is_out]]]
    pairs, which = np.unique(keys, return_inverse=True)
    cluster, other = np.divmod(pairs, n)
    unlisted = problem.missing * sizes[cluster] * sizes[other]
    pull = np.bincount(which, weights=weights[is_out], minlength=len(pairs)) + unlisted
    rounding = _ROUNDING * (np.bincount(which, weights=np.abs(weights[is_out]), minlength=len(pairs)) - unlisted)
    found[cluster[pull + rounding >= pull_before[cluster]]] = True
    return found


def _nodes_to_look_at(
    before: Explanation, problem: Problem, labels: Labels, changed: ChangedClusters, is_new: Bools
) -> Bools:
    """(n_nodes,): the nodes of new clusters, the neighbors of changed ones, and what may go to any cluster."""
    found: Bools = is_new[labels]
    found[rows_of(problem.graph, changed.nodes)[1]] = True
    is_one_unit = ~changed.is_changed & before.is_one_unit[changed.before]
    found |= is_one_unit[labels] & (_constrained(problem) if problem.missing == 0 else True)
    linked = must_link_groups(problem)
    return _has(found, linked, len(linked))[linked] if len(linked) else found


def _constrained(problem: Problem) -> Bools:
    """(n_nodes,): the nodes that must be apart from others."""
    found = np.zeros(problem.n_nodes, bool)
    if problem.constraints is not None:
        apart = problem.constraints.apart
        for nodes in (apart.u, apart.v, apart.nodes):
            found[nodes] = True
    return found


def _has(is_node: Bools, labels: Labels, n_groups: int) -> Bools:
    """(n_groups,): which groups have such a node."""
    found = np.zeros(n_groups, bool)
    found[labels[is_node]] = True
    return found


def _ends_of(before: Explanation, problem: Problem, nodes: Labels) -> Bools:
    """(n_nodes,): some nodes and what they may depend on."""
    if problem.missing:  # the sizes of all clusters
        return np.ones(problem.n_nodes, bool)
    found = _constrained(problem)
    found[nodes] = True
    found[rows_of(problem.graph, nodes)[1]] = True
    # Two nodes of a cluster that no must-link joins, if there are such: the first and the last.
    found[before._members[before._begin[:-1]]] = True
    found[before._members[before._begin[1:] - 1]] = True
    return found


def _pairs_of(problem: Problem, nodes: Labels, there: Labels) -> Problem:
    """The problem of the nodes ``there``, with the pairs of some of them and all constraints."""
    graph, n = problem.graph, len(there)
    place = np.full(problem.n_nodes, -1, np.int32)
    place[there] = np.arange(n)
    is_node = np.zeros(problem.n_nodes, bool)
    is_node[nodes] = True
    at, neighbors, weights = rows_of(graph, nodes)
    ends = nodes[at]
    once = ~is_node[neighbors] | (ends < neighbors)
    u, v = place[ends[once]], place[neighbors[once]]
    sizes = graph.sizes[there] if graph.has_sizes else None
    small = _core.Graph.from_edges(n, u, v, weights[once], graph.missing, sizes, is_excess=True)
    return Problem(small, None if problem.constraints is None else problem.constraints.restricted(there) or None)


def _members(before: Explanation, problem: Problem, labels: Labels, changed: ChangedClusters) -> tuple[Labels, Ints]:
    """The nodes by cluster, those that must-links join next to each other, and where each cluster begins."""
    begin = np.concatenate(([0], np.cumsum(np.bincount(labels))))
    members = np.empty(len(labels), np.int32)
    is_same = changed.after >= 0
    shift = np.where(is_same, begin[changed.after] - before._begin[:-1], 0)
    sizes = before.clusters.size
    kept = np.flatnonzero(np.repeat(is_same, sizes))
    members[kept + np.repeat(shift[is_same], sizes[is_same])] = before._members[kept]
    nodes, linked = changed.nodes, must_link_groups(problem)
    order = nodes[np.lexsort((linked[nodes], labels[nodes]) if len(linked) else (labels[nodes],))]
    members[np.flatnonzero(np.repeat(changed.is_changed, np.diff(begin)))] = order
    return members, begin


def _renamed(clusters: Labels, changed: ChangedClusters) -> Labels:
    """Clusters by their labels now; -1 stays."""
    return np.where(clusters >= 0, changed.after[clusters], -1).astype(np.int32)
