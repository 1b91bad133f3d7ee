"""Threads change how long a solve takes, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import frenemy as fr

# Annealing is shared from 2^17 nodes on, contraction from 2^18 pairs on; the split into parts from 2^13 nodes on.
N_NODES, N_PAIRS = 140_000, 400_000


@pytest.fixture(scope="module")
def large_problem() -> fr.Problem:
    """Groups of ten whose members attract each other and repel everyone else, with one weight in ten wrong."""
    rng = np.random.default_rng(5)
    u = rng.integers(N_NODES, size=N_PAIRS)
    inside = rng.random(N_PAIRS) < 0.7
    v = np.where(inside, u // 10 * 10 + rng.integers(10, size=N_PAIRS), rng.integers(N_NODES, size=N_PAIRS))
    is_pair = u != v
    u, v = u[is_pair], v[is_pair]
    weight = np.where(u // 10 == v // 10, 1.0, -1.0) * rng.uniform(0.5, 1.5, len(u))
    weight[rng.random(len(u)) < 0.1] *= -1
    problem = fr.Problem.from_edges(u, v, weight, n_nodes=N_NODES)
    assert problem.n_edges >= 2**18
    return problem


@pytest.mark.parametrize("solver", [fr.Multilevel(sweeps=4, passes=1), fr.Anneal(sweeps=3)])
def test_labels_do_not_depend_on_the_number_of_threads(large_problem: fr.Problem, solver: fr.Solver) -> None:
    one, *others = (fr.solve(large_problem, solver, seed=3, threads=threads) for threads in (1, 2, 3))
    assert one.energy == pytest.approx(large_problem.energy(one.labels), rel=1e-9)
    for other in others:
        assert np.array_equal(other.labels, one.labels)
        assert other.energy == one.energy


def test_nor_where_so_many_clusters_are_contracted_that_moving_them_is_shared() -> None:
    rng = np.random.default_rng(6)
    n = 300_000
    first = np.arange(0, n, 2)
    near = first[:-4] + rng.integers(2, 8, len(first) - 4)
    ends = np.concatenate((first, first[:-4])), np.concatenate((first + 1, near))
    problem = fr.Problem.from_edges(*ends, np.concatenate((np.full(n // 2, 3.0), rng.normal(0.1, 1.0, len(near)))))
    one, two = (fr.solve(problem, fr.Multilevel(sweeps=2, passes=1), threads=threads) for threads in (1, 2))
    assert np.array_equal(one.labels, two.labels)
    assert one.energy == pytest.approx(problem.energy(one.labels), rel=1e-9)
    assert one.energy < -10_000


def test_a_time_limit_ends_shared_work(large_problem: fr.Problem) -> None:
    result = fr.solve(large_problem, fr.Anneal(sweeps=10**6), stop=fr.Stop(seconds=0.1), threads=3)
    assert result.status == fr.Status.TIME_LIMIT
    assert result.energy == pytest.approx(large_problem.energy(result.labels), rel=1e-9)
