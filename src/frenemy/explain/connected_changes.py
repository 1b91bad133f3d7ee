"""What changes of a clustering of a lifted problem leave its clusters connected in the base graph."""

from __future__ import annotations

import numpy as np

from frenemy.explain.joining_cost import weight_between
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools
from frenemy.problem.rows import rows_of


def touch(problem: Problem, a: Labels, b: Labels) -> bool:
    """Whether a base edge joins two sets of nodes; always, if the problem is not lifted."""
    if problem.base is None:
        return True
    is_in = np.zeros(problem.n_nodes, bool)
    is_in[b] = True
    return bool(is_in[rows_of(problem.base, a)[1]].any())


def may_leave(problem: Problem, cluster: Labels, nodes: Labels) -> bool:
    """Whether a cluster stays connected without some of its nodes."""
    rest = np.setdiff1d(cluster, nodes)
    return not problem.is_lifted or _is_connected(problem, rest)


def connected_side(inside: Problem, side: Bools) -> tuple[Bools, float]:
    """A split of a connected cluster into two connected sides, near a given one, and its cost.

    Of the connected parts of both sides, the one that is cheapest to split off without breaking the rest. There is one:
    the parts form a connected graph, which stays connected without a leaf of one of its spanning trees.
    """
    parts = inside.connected_parts(side.astype(np.int32))
    everyone = np.arange(inside.n_nodes, dtype=np.int32)
    best = side, np.inf
    for part in range(int(parts.max()) + 1):
        is_in = parts == part
        if not _is_connected(inside, everyone[~is_in]):
            continue
        cost = weight_between(inside, everyone[is_in], everyone[~is_in])
        if cost < best[1]:
            best = is_in, cost
    return best


def _is_connected(problem: Problem, nodes: Labels) -> bool:
    inside = problem.restrict(nodes).problem
    return int(inside.connected_parts(np.zeros(len(nodes), np.int32)).max(initial=0)) == 0
