"""What is Evolve's own: members, recombination, and when it ends."""

import time

import numpy as np
import pytest
import scipy.sparse
from reference import random_problem
from scipy.sparse.csgraph import maximum_bipartite_matching
from slowness import SLOWDOWN

import frenemy as fr


@pytest.mark.parametrize("parameters", [{"population": 1}, {"sweeps": 0}, {"patience": -1}])
def test_parameters_that_make_no_sense(parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least"):
        fr.Evolve(**parameters)


@pytest.mark.not_sanitized
def test_better_than_what_it_recombines():
    problems = [random_problem(250, 1800, seed=seed) for seed in range(3)]
    alone = sum(fr.solve(problem, fr.Multilevel()).energy for problem in problems)
    assert sum(fr.solve(problem, fr.Evolve()).energy for problem in problems) < alone


def test_members_that_are_all_alike():
    """In a graph of triangles every member is the best there is, and nothing is left to recombine."""
    first = np.arange(0, 300, 3)
    problem = fr.Problem.from_edges(
        np.concatenate([first, first + 1, first, first[:-1] + 2]),
        np.concatenate([first + 1, first + 2, first + 2, first[1:]]),
        np.concatenate([np.ones(300), -np.ones(99)]),
    )
    result = fr.solve(problem, fr.Evolve(patience=1))
    assert result.energy == -99.0
    assert {r.energy for r in result.history} == {-99.0}


def test_a_start_is_a_member():
    problem = random_problem(200, 1500, seed=6)
    best = fr.solve(problem, fr.Evolve()).labels
    assert fr.solve(problem, fr.Evolve(patience=1), start=best).energy <= problem.energy(best)


@pytest.mark.parametrize("seed", range(3))
def test_cluster_editing_without_triangles_is_matching(seed):
    """A cluster with a nodes of one side and b of the other keeps at most (a + b - (a - b)^2) / 2 more edges than it
    adds, so a largest matching is best."""
    rng = np.random.default_rng(seed)
    edges = np.unique(rng.integers(0, 200 * 200, 600))
    u, v = edges // 200, edges % 200
    matched = maximum_bipartite_matching(scipy.sparse.csr_matrix((np.ones(len(u)), (u, v)), shape=(200, 200))) >= 0
    problem = fr.Problem.from_edges(u, 200 + v, np.ones(len(u)), n_nodes=400, missing=-1.0)
    best = problem.total_weight - matched.sum()
    result = fr.solve(problem, fr.Evolve(), stop=fr.Stop(seconds=20, target=best), seed=seed)
    assert result.energy == best


def test_ends_where_nothing_can_be_gained():
    """Rounding must not pass for progress: all attract, so 0 is the least there is."""
    rng = np.random.default_rng(7)
    u, v = np.triu_indices(40, 1)
    problem = fr.Problem.from_edges(u, v, rng.random(len(u)))
    result = fr.solve(problem, fr.Evolve(), start=np.arange(40))
    assert (result.n_clusters, result.energy) == (1, 0.0)


def test_time_is_used_and_kept():
    problem = random_problem(2000, 20000, seed=8)
    began = time.process_time()  # what else the machine does is not counted
    result = fr.solve(problem, fr.Evolve(patience=100), stop=fr.Stop(seconds=0.5))
    assert result.status is fr.Status.TIME_LIMIT
    assert result.seconds >= 0.5
    assert time.process_time() - began < 0.5 + 1.5 * SLOWDOWN
