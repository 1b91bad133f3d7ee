"""Dense problems with the matrix in memory."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import random_problem

import frenemy as fr


def complete(n, seed):
    u, v = np.triu_indices(n, 1)
    return fr.Problem.from_edges(u, v, np.random.default_rng(seed).standard_normal(len(u)), n_nodes=n)


def test_lower_than_annealing_and_multilevel_on_random_weights():
    problem = complete(150, seed=3)
    found = fr.solve(problem, fr.DenseEvolve(max_work=50_000_000)).energy
    assert found < fr.solve(problem, fr.Anneal()).energy
    assert found < fr.solve(problem, fr.Multilevel()).energy


def test_more_work_is_the_same_search_continued():
    problem = complete(120, seed=4)
    energies = [fr.solve(problem, fr.DenseEvolve(max_work=w), seed=1).energy for w in (10**5, 10**6, 10**7, 10**8)]
    assert energies == sorted(energies, reverse=True)


def test_missing_and_sizes_are_part_of_the_matrix():
    problem = random_problem(60, 400, seed=5, missing=-0.4)
    stored = fr.Problem.from_edges(*np.triu_indices(60, 1), _all_weights(problem), n_nodes=60)
    labels = fr.solve(problem, fr.DenseEvolve(), seed=2).labels
    assert problem.energy(labels) == pytest.approx(stored.energy(labels))
    assert problem.energy(labels) == pytest.approx(fr.solve(stored, fr.DenseEvolve(), seed=2).energy, rel=0.01)


def _all_weights(problem):
    matrix = np.full((problem.n_nodes, problem.n_nodes), problem.missing)
    u, v, w = problem.edges()
    matrix[u, v] = matrix[v, u] = w
    return matrix[np.triu_indices(problem.n_nodes, 1)]


def test_a_pair_far_heavier_than_all_others():
    problem = complete(90, seed=7)
    u, v, w = problem.edges()
    w = np.append(w[1:], 1e4 * np.sign(w[0]))  # too heavy for weights of 2 bytes
    heavy = fr.Problem.from_edges(np.append(u[1:], u[0]), np.append(v[1:], v[0]), w, n_nodes=90)
    labels = fr.solve(heavy, fr.DenseEvolve(max_work=20_000_000)).labels
    assert (labels[u[0]] == labels[v[0]]) == (w[-1] > 0.0)
    assert heavy.energy(labels) < fr.solve(heavy, fr.Anneal()).energy


@given(n=st.integers(2, 40), seed=st.integers(0, 2**32 - 1), largest=st.sampled_from([1, 5, 100, 10**6]))
def test_no_node_of_a_result_gains_by_moving(n, seed, largest):
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    problem = fr.Problem.from_edges(u, v, rng.integers(-largest, largest + 1, len(u)).astype(float), n_nodes=n)
    labels = fr.solve(problem, fr.DenseEvolve(max_work=300_000), seed=seed % 1000).labels
    energy = problem.energy(labels)
    for i in range(n):
        for to in range(labels.max() + 2):
            moved = labels.copy()
            moved[i] = to
            assert problem.energy(moved) >= energy


def test_nothing_attracts_and_no_nodes():
    apart = fr.Problem.from_edges([4], [5], [-0.5], n_nodes=8)
    assert fr.solve(apart, fr.DenseEvolve()).energy == -0.5
    assert len(fr.solve(fr.Problem.from_edges([], [], [], n_nodes=0), fr.DenseEvolve()).labels) == 0


def test_a_start_is_never_lost():
    problem = complete(80, seed=6)
    good = fr.solve(problem, fr.DenseEvolve(), seed=3)
    again = fr.solve(problem, fr.DenseEvolve(max_work=1), start=good.labels)
    assert again.energy <= good.energy


def test_too_many_nodes_for_a_matrix():
    with pytest.raises(ValueError, match="at most 16384 nodes"):
        fr.solve(fr.Problem.from_edges([0], [20_000], [1.0]), fr.DenseEvolve())
