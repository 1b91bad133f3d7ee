"""The pairs of a problem that a comparator uses, within its size limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from frenemy.problem import Labels, Problem
from frenemy.run import Run

if TYPE_CHECKING:
    import scipy.sparse as sp


def with_listed_pairs(
    problem: Problem, name: str, *, max_pairs: int, max_nodes: int | None = None, is_complete: bool = False
) -> Problem:
    """The problem itself, or with all its pairs listed; an error names the limit if it is too large."""
    n = problem.n_nodes
    if max_nodes is not None and n > max_nodes:
        raise ValueError(f"too large for {name}: {n} nodes, and it takes at most {max_nodes} (max_nodes)")
    n_pairs = n * (n - 1) // 2 if is_complete else problem.n_edges
    if n_pairs > max_pairs:
        raise ValueError(
            f"too large for {name}: {n} nodes with {n_pairs} pairs, and it takes at most {max_pairs} (max_pairs)"
        )
    return Problem(problem.graph.completed()) if is_complete else problem


def better_of(problem: Problem, start: Labels, found: Labels, run: Run) -> Labels:
    """What a method found in one round, or the start if that has a lower energy."""
    energy, before = problem.graph.energy(found), problem.graph.energy(start)
    best = found if energy < before else start
    run.round_done(min(energy, before), best)
    return best


def weight_matrix(problem: Problem) -> sp.csr_array:
    """Weights of the listed pairs, (n_nodes, n_nodes), symmetric."""
    import scipy.sparse as sp

    graph, n = problem.graph, problem.n_nodes
    weights = np.array(graph.weights)
    if problem.missing != 0.0:  # stored weights are relative to those of unlisted pairs
        rows = np.repeat(np.arange(n), np.diff(graph.offsets))
        sizes = problem.sizes
        weights += problem.missing * sizes[rows] * sizes[graph.neighbors]
    return sp.csr_array((weights, np.array(graph.neighbors), np.array(graph.offsets)), shape=(n, n))
