"""Small signed problems with labels."""

import numpy as np
from hypothesis import strategies as st

import frenemy as fr


@st.composite
def problems(draw, max_nodes=12):
    n = draw(st.integers(1, max_nodes))
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    weights = draw(st.lists(st.sampled_from([-2.5, -1.0, -0.25, 0.5, 1.0, 3.0]), min_size=len(chosen)))
    u, v = np.array(chosen, np.int64).reshape(-1, 2).T
    missing = draw(st.sampled_from([0.0, -0.75]))
    sizes = draw(st.none() | st.lists(st.sampled_from([1.0, 2.0]), min_size=n, max_size=n))
    problem = fr.Problem.from_edges(u, v, weights[: len(chosen)], n_nodes=n, missing=missing, sizes=sizes)
    return problem, np.array(draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))


def random_problem(n, m, seed=0):
    rng = np.random.default_rng(seed)
    u, v = rng.integers(0, n, (2, m))
    kept = u != v
    labels = rng.integers(0, max(n // 20, 1), n)
    return fr.Problem.from_edges(u[kept], v[kept], rng.normal(size=kept.sum()), n_nodes=n), labels
