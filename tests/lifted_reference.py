"""Small lifted problems, and their answers found by trying every partition that is connected in the base graph."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import strategies as st
from reference import check_result, partition_energies, partitions

import frenemy as fr


def is_connected(problem: fr.Problem, labels: np.ndarray) -> bool:
    """Whether every cluster is connected in the base graph, by growing each from its first node."""
    u, v = problem.base_edges()
    inside = [(int(i), int(j)) for i, j in zip(u, v, strict=True) if labels[i] == labels[j]]
    for cluster in set(labels.tolist()):
        members = set(np.flatnonzero(labels == cluster).tolist())
        reached = {min(members)}
        while True:
            new = {j for i, j in inside if i in reached} | {i for i, j in inside if j in reached}
            if new <= reached:
                break
            reached |= new
        if reached != members:
            return False
    return True


def least_lifted_energy(problem: fr.Problem) -> float:
    """The optimum, by trying every connected partition. For n up to 8."""
    rows, energies = partitions(problem.n_nodes), partition_energies(problem)
    for k in np.argsort(energies, kind="stable"):
        if is_connected(problem, rows[k]):
            return float(energies[k])
    raise AssertionError("single nodes are always connected")


def check_lifted_result(problem: fr.Problem, result: fr.Result) -> None:
    """What holds for every result of a lifted problem."""
    check_result(problem, result, rel=1e-9)
    assert np.array_equal(problem.connected_parts(result.labels), result.labels)


@st.composite
def lifted_problems(draw: st.DrawFn, max_nodes: int = 7) -> fr.Problem:
    """Small problems with round weights; base graphs may fall apart, and lifted pairs may be base edges."""
    n = draw(st.integers(1, max_nodes))
    pairs = list(itertools.combinations(range(n), 2))
    edges = st.lists(st.sampled_from(pairs), max_size=2 * n) if pairs else st.just([])
    base, lifted = draw(edges), draw(edges)
    weights = st.integers(-8, 8)
    base_weights = draw(st.lists(weights, min_size=len(base), max_size=len(base)))
    lifted_weights = draw(st.lists(weights, min_size=len(lifted), max_size=len(lifted)))
    return fr.Problem.lifted(base, np.array(base_weights) / 4, lifted, np.array(lifted_weights) / 4, n_nodes=n)


def grid_problem(rows: int, columns: int, seed: int, *, noise: float = 1.5) -> fr.Problem:
    """Two halves of a grid with noisy weights, base edges between neighbors and lifted pairs at distance 3."""
    rng = np.random.default_rng(seed)
    node = np.arange(rows * columns).reshape(rows, columns)
    half = (np.arange(rows * columns) % columns) * 3 // columns

    def pairs(step: int) -> np.ndarray:
        right = np.stack([node[:, :-step].ravel(), node[:, step:].ravel()], axis=1)
        down = np.stack([node[:-step].ravel(), node[step:].ravel()], axis=1)
        return np.concatenate((right, down))

    def weights(edges: np.ndarray) -> np.ndarray:
        sign = np.where(half[edges[:, 0]] == half[edges[:, 1]], 1.0, -1.0)
        return sign + noise * rng.normal(size=len(edges))

    near, far = pairs(1), pairs(3)
    return fr.Problem.lifted(near, weights(near), far, weights(far))
