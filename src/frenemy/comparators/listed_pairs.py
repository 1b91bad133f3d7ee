"""The pairs of a problem that a comparator looks at, if they are not too many for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from frenemy.problem import Problem

if TYPE_CHECKING:
    import scipy.sparse as sp


def with_listed_pairs(
    problem: Problem, name: str, *, most_pairs: int, most_nodes: int | None = None, is_complete: bool = False
) -> Problem:
    """The problem itself, or with all its pairs listed; an error that names the limit if it is too large."""
    n = problem.n_nodes
    if most_nodes is not None and n > most_nodes:
        raise ValueError(f"too large for {name}: {n} nodes, and it takes at most {most_nodes} (most_nodes)")
    n_pairs = n * (n - 1) // 2 if is_complete else problem.n_edges
    if n_pairs > most_pairs:
        raise ValueError(
            f"too large for {name}: {n} nodes with {n_pairs} pairs, and it takes at most {most_pairs} (most_pairs)"
        )
    return Problem(problem.graph.completed()) if is_complete else problem


def weight_matrix(problem: Problem) -> sp.csr_array:
    """What listed pairs weigh, (n_nodes, n_nodes), both triangles."""
    import scipy.sparse as sp

    graph, n = problem.graph, problem.n_nodes
    weights = np.array(graph.weights)
    if problem.missing != 0.0:  # stored is what they weigh beyond unlisted ones
        rows = np.repeat(np.arange(n), np.diff(graph.offsets))
        sizes = problem.sizes
        weights += problem.missing * sizes[rows] * sizes[graph.neighbors]
    return sp.csr_array((weights, np.array(graph.neighbors), np.array(graph.offsets)), shape=(n, n))
