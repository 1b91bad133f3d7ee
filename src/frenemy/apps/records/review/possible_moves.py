"""Records that nearly belong to another cluster."""

from __future__ import annotations

import numpy as np

from frenemy.apps.records.review.doubt_rows import DoubtRows, Edges, Grouped
from frenemy.explain import Explanation


def possible_moves(explanation: Explanation, edges: Edges) -> DoubtRows:
    """Records that a compared pair connects to their second-best cluster."""
    labels, to, size = explanation.labels, explanation.runner_up, explanation.clusters.size
    n = len(labels)
    node = np.concatenate((edges.u, edges.v))
    other = np.concatenate((edges.v, edges.u))
    weight = np.concatenate((edges.weight, edges.weight))
    can_move = (to >= 0) & (size[labels] > 1) & np.isfinite(explanation.margins)
    crosses = np.flatnonzero(can_move[node] & (labels[other] == to[node]))
    groups = Grouped(node[crosses].astype(np.int64), weight[crosses])
    best = crosses[groups.best]
    moved = node[best]
    n_inside = np.bincount(node[labels[node] == labels[other]], minlength=n)[moved]
    tied = np.ones(n, np.int64)
    constraints = explanation.problem.constraints
    if constraints is not None and len(constraints.links):
        tied = np.bincount(constraints.joined)[constraints.joined]
    return DoubtRows(
        first=labels[moved],
        second=to[moved],
        record=moved,
        u=np.minimum(moved, other[best]),
        v=np.maximum(moved, other[best]),
        weight=weight[best],
        is_listed=np.ones(len(best), bool),
        cost=explanation.margins[moved],
        n_listed=groups.count + n_inside,
        n_changed=tied[moved],
    )
