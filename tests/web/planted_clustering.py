"""A clustering with clear groups, to be explored."""

import numpy as np

import frenemy as fr
from frenemy.apps.explore.source import Source
from frenemy.apps.explore.things import Things
from frenemy.solving import solve_problem

#: Groups of these sizes; their things stand side by side: t000, t001, ...
SIZES = (20, 14, 10, 6)
N_THINGS = sum(SIZES)


def planted_source():
    """Half of all pairs are listed: those of a group weigh 2, others -1.5, give or take a little."""
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(len(SIZES)), SIZES)
    u, v = np.triu_indices(N_THINGS, 1)
    is_listed = rng.random(len(u)) < 0.5
    u, v = u[is_listed], v[is_listed]
    w = np.where(truth[u] == truth[v], 2.0, -1.5) + rng.normal(0, 0.2, len(u))
    problem = fr.Problem.from_edges(u, v, w, n_nodes=N_THINGS)
    corners = np.array([[0, 0, 0], [9, 0, 0], [0, 9, 0], [9, 9, 1]])
    vectors = corners[truth] + rng.normal(0, 0.4, (N_THINGS, 3))
    things = Things.of([f"t{i:03d}" for i in range(N_THINGS)], N_THINGS)
    return Source("planted", "vectors", problem, solve_problem(problem), things, vectors=vectors)
