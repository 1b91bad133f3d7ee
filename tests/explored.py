"""Small clusterings to explore."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from frenemy.apps.explore.source import Source
from frenemy.apps.explore.things import Things
from frenemy.solving import solve_problem
from frenemy.tables.arrow import pa


def source_of_problem(problem: fr.Problem, columns: pa.Table | None = None) -> Source:
    things = Things.of([f"r{i:03d}" for i in range(problem.n_nodes)], problem.n_nodes, columns)
    return Source("test.csv", "pairs", problem, solve_problem(problem), things)


def planted(n: int = 60, seed: int = 0, size: int = 5) -> fr.Problem:
    """Groups of ``size``, with noise."""
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    kept = (u // size == v // size) | (rng.random(len(u)) < 0.1)
    u, v = u[kept], v[kept]
    weights = np.where(u // size == v // size, 1.0, -1.0) + 0.7 * rng.normal(size=len(u))
    return fr.Problem.from_edges(u, v, weights, n_nodes=n)


def people(n: int = 60, seed: int = 0, size: int = 5) -> Source:
    """The same with columns."""
    towns = np.array(["York", "Leeds", "Hull"])[np.arange(n) // size % 3]
    towns[1] = "Paris"
    columns = pa.table({"town": towns, "born": 1900 + np.arange(n) // size})
    return source_of_problem(planted(n, seed, size), columns)
