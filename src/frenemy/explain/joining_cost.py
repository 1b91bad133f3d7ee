"""Weights between sets of nodes, and the cost of joining them."""

from __future__ import annotations

import math

import numpy as np

from frenemy.problem import Labels, Problem
from frenemy.problem.rows import rows_of


def pair_weight(problem: Problem, u: int, v: int) -> tuple[float, bool]:
    """The weight of a pair, and whether it is listed."""
    graph = problem.graph
    row = graph.neighbors[graph.offsets[u] : graph.offsets[u + 1]]
    at = int(np.searchsorted(row, v))
    is_listed = at < len(row) and int(row[at]) == v
    excess = float(graph.weights[graph.offsets[u] + at]) if is_listed else 0.0
    sizes = float(graph.sizes[u] * graph.sizes[v]) if graph.has_sizes else 1.0
    return excess + problem.missing * sizes, is_listed


def joining_cost(problem: Problem, a: Labels, b: Labels) -> float:
    """How much the energy rises if two sets of nodes are joined; infinite if constraints forbid it."""
    return 0.0 - weight_between(problem, a, b) if may_join(problem, a, b) else math.inf


def may_join(problem: Problem, a: Labels, b: Labels) -> bool:
    """Whether no node of ``a`` must be apart from one of ``b``."""
    if problem.constraints is None:
        return True
    side = np.zeros(problem.n_nodes, np.int8)
    side[a], side[b] = 1, 2
    apart = problem.constraints.apart
    if np.any(side[apart.u] + side[apart.v] == 3):
        return False
    carried = side[apart.nodes]
    return not len(np.intersect1d(apart.tokens[carried == 1], apart.tokens[carried == 2]))


def weight_between(problem: Problem, a: Labels, b: Labels) -> float:
    """The weight of all pairs between two disjoint sets of nodes."""
    graph = problem.graph
    if len(a) > len(b):
        a, b = b, a
    is_in = np.zeros(problem.n_nodes, bool)
    is_in[b] = True
    _, neighbors, weights = rows_of(graph, a)
    listed = float(weights[is_in[neighbors]].sum())
    sizes = graph.sizes[a].sum() * graph.sizes[b].sum() if graph.has_sizes else len(a) * len(b)
    return listed + problem.missing * float(sizes)
