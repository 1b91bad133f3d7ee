"""Small problems with known answers, strategies that draw problems, and answers found by trying everything."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

import frenemy as fr


@functools.cache
def partitions(n: int) -> np.ndarray:
    """All partitions of 0..n-1, one a row, as restricted growth strings."""

    def extend(prefix: list[int], k: int) -> Iterator[list[int]]:
        if len(prefix) == n:
            yield prefix
            return
        for label in range(k + 1):
            yield from extend([*prefix, label], max(k, label + 1))

    rows = np.array(list(extend([], 0)), np.int32)
    rows.flags.writeable = False  # all who ask get the same
    return rows


def binary_labellings(n: int) -> np.ndarray:
    return np.array(list(itertools.product((0, 1), repeat=n)), np.uint8).reshape(-1, n)


def pair_weights(problem: fr.Problem) -> np.ndarray:
    """The whole matrix of what pairs weigh, by the definition."""
    s = problem.sizes
    w = problem.missing * np.outer(s, s)
    u, v, x = problem.edges()
    w[u, v] = w[v, u] = x
    np.fill_diagonal(w, 0)
    return w


def slow_energy(problem: fr.Problem, labels: Any) -> float:
    labels = np.asarray(labels)
    return 0.5 * float(pair_weights(problem)[labels[:, None] != labels[None, :]].sum())


def partition_energies(problem: fr.Problem) -> np.ndarray:
    """What each of all partitions costs."""
    w, rows = pair_weights(problem), partitions(problem.n_nodes)
    energies = np.zeros(len(rows))
    for i, j in itertools.combinations(range(problem.n_nodes), 2):
        energies[rows[:, i] != rows[:, j]] += w[i, j]
    return energies


def least_energy(problem: fr.Problem) -> float:
    """The optimum, by trying every partition. For n up to 9 or so."""
    return float(partition_energies(problem).min())


def same_partition(a: Any, b: Any) -> bool:
    a, b = np.asarray(a), np.asarray(b)
    return len(set(zip(a.tolist(), b.tolist(), strict=True))) == len(set(a.tolist())) == len(set(b.tolist()))


def check_result(problem: fr.Problem, result: fr.Result, *, rel: float = 1e-12) -> None:
    """What holds for every result of a plain problem."""
    labels = result.labels
    assert labels.dtype == np.int32
    assert labels.shape == (problem.n_nodes,)
    firsts = np.unique(labels, return_index=True)[1]
    assert np.all(np.diff(firsts) > 0), "labels are 0..k-1 by first appearance"
    assert result.n_clusters == len(firsts)
    assert result.energy == pytest.approx(problem.energy(labels), rel=rel)
    assert result.lower_bound <= result.energy


def is_one_optimal(problem: fr.Problem, labels: np.ndarray) -> bool:
    """Whether no single node can move to another cluster, or stand alone, and lower the energy."""
    w = pair_weights(problem)
    k = int(labels.max(initial=-1)) + 1
    tolerance = 1e-9 * (1 + np.abs(w).sum())
    for i in range(problem.n_nodes):
        attraction = np.append(np.bincount(labels, weights=w[i], minlength=k), 0.0)
        if attraction.max() > attraction[labels[i]] + tolerance:
            return False
    return True


# Name: (problem, optimum). The arithmetic stands beside each.
PROBLEMS: dict[str, tuple[fr.Problem, float]] = {
    "nothing": (fr.Problem.from_edges([], [], [], n_nodes=0), 0.0),
    "one_node": (fr.Problem.from_edges([], [], [], n_nodes=1), 0.0),
    "friends": (fr.Problem.from_edges([0], [1], [2.0]), 0.0),  # together: nothing is cut
    "foes": (fr.Problem.from_edges([0], [1], [-2.0]), -2.0),  # apart: -2 is cut
    "strangers": (fr.Problem.from_edges([], [], [], n_nodes=5), 0.0),
    "zero_weight": (fr.Problem.from_edges([0, 1], [1, 2], [0.0, 1.0]), 0.0),
    # Two attract, one repels: cutting one attracting pair with the repelling one gives 1 - 1 = 0, as does cutting none.
    "frustrated_triangle": (fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [1.0, 1.0, -1.0]), 0.0),
    # The same with a stronger repulsion: 1 - 3 = -2.
    "split_triangle": (fr.Problem.from_edges([0, 1, 0], [1, 2, 2], [1.0, 1.0, -3.0]), -2.0),
    # Two attracting pairs, all four pairs between them repel: 4 x -1.
    "two_couples": (
        fr.Problem.from_edges([0, 2, 0, 0, 1, 1], [1, 3, 2, 3, 2, 3], [3.0, 4.0, -1.0, -1.0, -1.0, -1.0]),
        -4.0,
    ),
    "all_repel": (fr.Problem.from_edges([0, 0, 0, 1, 1, 2], [1, 2, 3, 2, 3, 3], [-1.0] * 6), -6.0),
    "all_attract": (fr.Problem.from_edges([0, 0, 0, 1, 1, 2], [1, 2, 3, 2, 3, 3], [1.0] * 6), 0.0),
    # Cluster editing of a path of three edges: 6 pairs, 3 of them edges. One edit (cut the middle): non-edges -3 + 1.
    "path_editing": (fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1.0] * 3, missing=-1.0), -2.0),
    # Unlisted pairs attract by 1, one pair repels by 5: split one node off; it loses 1 x 1: -5 + 1 = -4.
    "missing_attracts": (fr.Problem.from_edges([0], [1], [-5.0], n_nodes=3, missing=1.0), -4.0),
    # Sizes 2, 1, 1: unlisted pairs weigh -2, -2, -1. The listed pair 0-1 weighs 1. Keep 0, 1 together: -2 - 1.
    "sizes": (fr.Problem.from_edges([0], [1], [1.0], n_nodes=3, missing=-1.0, sizes=[2.0, 1.0, 1.0]), -3.0),
    "far_apart_scales": (fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [1e300, -1e-300, 1e-300]), -1e-300),
}


@st.composite
def problems(draw: st.DrawFn, max_nodes: int = 8, with_missing: bool = True) -> fr.Problem:
    """Small problems with round weights, so that sums are exact and ties happen."""
    n = draw(st.integers(0, max_nodes))
    pairs = list(itertools.combinations(range(n), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=2 * len(pairs))) if pairs else []
    weights = draw(st.lists(st.integers(-8, 8), min_size=len(chosen), max_size=len(chosen)))
    missing = draw(st.sampled_from([0.0, 0.0, -0.5, -2.0, 0.25])) if with_missing else 0.0
    sizes = draw(st.none() | st.lists(st.sampled_from([0.0, 1.0, 2.0, 3.0]), min_size=n, max_size=n))
    u, v = (np.array(chosen, int).reshape(-1, 2).T) if chosen else (np.empty(0, int), np.empty(0, int))
    return fr.Problem.from_edges(u, v, np.array(weights) / 4, n_nodes=n, missing=missing, sizes=sizes)


@st.composite
def problems_with_labels(draw: st.DrawFn, max_nodes: int = 8) -> tuple[fr.Problem, np.ndarray]:
    problem = draw(problems(max_nodes))
    n = problem.n_nodes
    labels = draw(st.lists(st.integers(0, max(n - 1, 0)), min_size=n, max_size=n))
    return problem, np.array(labels, np.int32)


def random_problem(n: int, n_edges: int, seed: int, *, mean: float = 0.0, missing: float = 0.0) -> fr.Problem:
    rng = np.random.default_rng(seed)
    u, v = rng.integers(n, size=(2, n_edges))
    keep = u != v
    return fr.Problem.from_edges(u[keep], v[keep], rng.normal(mean, 1.0, int(keep.sum())), n_nodes=n, missing=missing)
