"""Clusters that nearly split."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.review.doubt_rows import DoubtRows, Edges, Grouped
from frenemy.explain import Explanation, explain
from frenemy.problem.array_types import Bools, Floats

_AT_ONCE = 500  # clusters that are restricted together, as each restriction reads all records


class Cuts(NamedTuple):
    """The cheapest splits of clusters.

    Attributes
    ----------
    is_in_side : (n_nodes,) bool
        Which records are on the smaller side of the cheapest split of their cluster.
    costs : (n_clusters,) float64
        What it costs; infinite where no split was looked for, or is possible.
    n_not_cut : int
        Clusters of three and more records that were left out.
    """

    is_in_side: Bools
    costs: Floats
    n_not_cut: int


def cheapest_cuts(explanation: Explanation, max_cuts: int) -> Cuts:
    """The cheapest split of each cluster of two records, and of so many larger ones, the loosest first."""
    cuts = cuts_of_twos(explanation)
    several = loosest_first(explanation)
    chosen = several[:max_cuts]
    for begin in range(0, len(chosen), _AT_ONCE):
        add_cuts(explanation, chosen[begin : begin + _AT_ONCE], cuts)
    return cuts._replace(n_not_cut=len(several) - len(chosen))


def cuts_of_twos(explanation: Explanation) -> Cuts:
    """The splits of all clusters of two records, which need no search."""
    table = explanation.clusters
    is_in_side = np.zeros(len(explanation.labels), bool)
    costs = np.full(len(table), np.inf)
    twos, seconds = _twos(explanation)
    costs[twos] = (table.inside_attraction + table.inside_repulsion)[twos]
    is_in_side[seconds] = True
    return Cuts(is_in_side, costs, int((table.size > 2).sum()))


def loosest_first(explanation: Explanation) -> npt.NDArray[np.intp]:
    """The clusters of three and more records, those with the least weight per record first."""
    table = explanation.clusters
    several = np.flatnonzero(table.size > 2)
    # The cheapest split costs at most the removal of the loosest record, so at most twice the weight per record.
    inside = (table.inside_attraction + table.inside_repulsion)[several]
    return several[np.argsort(inside / table.size[several], kind="stable")]


def add_cuts(explanation: Explanation, clusters: npt.NDArray[np.integer], cuts: Cuts) -> None:
    """Compute the cheapest splits of some clusters and write them into ``cuts``."""
    nodes = np.flatnonzero(np.isin(explanation.labels, clusters)).astype(np.int32)
    own = explanation.labels[nodes]
    part = explain(explanation.problem.restrict(nodes).problem, own)
    for cluster, first in enumerate(np.unique(part.labels, return_index=True)[1].tolist()):
        split = part.split(cluster)
        if np.isfinite(split.cost):
            cuts.is_in_side[nodes[split.side]] = True
            cuts.costs[own[first]] = split.cost


def _twos(explanation: Explanation) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Clusters of two records without a must-link, and one of the two."""
    labels, size = explanation.labels, explanation.clusters.size
    constraints = explanation.problem.constraints
    tied = np.arange(len(labels)) if constraints is None else constraints.joined
    nodes = np.flatnonzero((size == 2)[labels])
    nodes = nodes[np.argsort(labels[nodes], kind="stable")]
    two, first, second = np.flatnonzero(size == 2), nodes[::2], nodes[1::2]
    is_free = tied[first] != tied[second]
    return two[is_free], second[is_free]


def possible_splits(explanation: Explanation, edges: Edges, is_in_side: Bools, costs: Floats) -> DoubtRows:
    labels = explanation.labels
    clusters = np.flatnonzero(np.isfinite(costs)).astype(np.int32)
    n_side = np.bincount(labels[is_in_side], minlength=len(costs))
    # If no compared pair crosses, any two records from the two sides represent it.
    inside, outside = np.full(len(costs), -1, np.int32), np.full(len(costs), -1, np.int32)
    nodes = np.arange(len(labels), dtype=np.int32)
    inside[labels[is_in_side]] = nodes[is_in_side]
    outside[labels[~is_in_side]] = nodes[~is_in_side]
    u, v = inside.copy(), outside.copy()
    missing = explanation.problem.missing
    sizes = explanation.problem.sizes if explanation.problem.graph.has_sizes else np.ones(len(labels))
    weight = np.full(len(costs), missing)
    weight[clusters] = missing * sizes[inside[clusters]] * sizes[outside[clusters]]
    count = np.zeros(len(costs), np.int64)
    crosses = np.flatnonzero((labels[edges.u] == labels[edges.v]) & (is_in_side[edges.u] != is_in_side[edges.v]))
    groups = Grouped(labels[edges.u[crosses]].astype(np.int64), edges.weight[crosses])
    best, at = crosses[groups.best], labels[edges.u[crosses[groups.best]]]
    u[at], v[at], weight[at], count[at] = edges.u[best], edges.v[best], edges.weight[best], groups.count
    return DoubtRows(
        first=clusters,
        second=clusters,
        record=np.where(n_side[clusters] == 1, inside[clusters], -1).astype(np.int32),
        u=np.minimum(u, v)[clusters],
        v=np.maximum(u, v)[clusters],
        weight=weight[clusters],
        is_listed=count[clusters] > 0,
        cost=costs[clusters],
        n_listed=count[clusters],
        n_changed=n_side[clusters].astype(np.int64),
    )
