"""Problems with all their pairs listed, for methods that know no others."""

from __future__ import annotations

from frenemy.problem import Problem


def with_pairs_listed(problem: Problem, *, most_pairs: int, name: str) -> Problem:
    """The same problem with every pair listed if ``missing`` is not 0; refuses more pairs than ``most_pairs``."""
    n = problem.n_nodes
    n_pairs = problem.n_edges if problem.missing == 0.0 else n * (n - 1) // 2
    if n_pairs > most_pairs:
        raise ValueError(
            f"too large for {name}: {n} nodes with {n_pairs} pairs, and it takes at most {most_pairs} (most_pairs)"
        )
    return problem if problem.missing == 0.0 else Problem(problem.graph.completed())
