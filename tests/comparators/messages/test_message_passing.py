"""TRW-S and belief propagation for clustering: with labels that mean nothing, and with noise that tells them apart."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import least_energy, problems, random_problem

import frenemy as fr
from frenemy.comparators import TRWS, BeliefPropagation

both = pytest.mark.parametrize("method", [TRWS, BeliefPropagation])


def clustered(problem, solver, *, seed=0):
    run = fr.Run(seed=seed)
    labels = solver(problem, np.zeros(problem.n_nodes, np.int32), run)
    return labels, problem.energy(labels), run


@given(problem=problems(max_nodes=12), n_labels=st.integers(1, 12))
def test_without_noise_both_are_the_same_greedy_round(problem, n_labels):
    labels, _, run = clustered(problem, TRWS(n_labels=n_labels))
    again, _, other = clustered(problem, BeliefPropagation(n_labels=n_labels))
    assert np.array_equal(labels, again)
    assert len(run.history) == len(other.history) == 1


@pytest.mark.parametrize("degree", [3, 15, 60])
def test_without_noise_both_are_the_same_on_planted_clusters(degree):
    problem, _ = fr.affinity.planted(300, sizes=np.linspace(1, 5, 10), degree=degree, balance=0.25, noise=0.2, seed=3)
    labels, _, run = clustered(problem, TRWS())
    again, _, other = clustered(problem, BeliefPropagation())
    assert np.array_equal(labels, again)
    assert run.lower_bound == pytest.approx(problem.repelling_weight)
    assert other.lower_bound == -np.inf


@both
def test_trees_are_clustered_as_well_as_can_be(method):
    rng = np.random.default_rng(4)
    nodes = rng.permutation(200)
    parents = rng.integers(np.arange(1, 200))
    problem = fr.Problem.from_edges(nodes[1:], nodes[parents], rng.choice([-2.0, -1.0, 1.0, 2.0], 199), n_nodes=200)
    assert clustered(problem, method(n_labels=2))[1] == problem.repelling_weight
    # The noise of all nodes together is less than the lightest pair, and so cuts nothing and keeps nothing.
    assert clustered(problem, method(noise=1e-4))[1] == problem.repelling_weight


@given(problem=problems(max_nodes=7), n_labels=st.integers(1, 8), noise=st.sampled_from([0.0, 0.1, 3.0]))
def test_the_bound_holds_for_any_number_of_clusters(problem, n_labels, noise):
    """Also for more than there are labels, and with more noise than weight."""
    _, energy, run = clustered(problem, TRWS(n_labels=n_labels, noise=noise))
    assert run.lower_bound <= problem.repelling_weight <= least_energy(problem) + 1e-9 <= energy + 2e-9
    if n_labels > 1 and noise == 0.0 and problem.n_nodes > 1:
        assert run.lower_bound == pytest.approx(problem.repelling_weight)


def test_noise_makes_messages_differ():
    problem, _ = fr.affinity.planted(300, sizes=np.linspace(1, 5, 10), degree=30, balance=0.25, noise=0.2, seed=5)
    plain, with_noise = clustered(problem, BeliefPropagation()), clustered(problem, BeliefPropagation(noise=0.1))
    assert with_noise[1] < plain[1]
    assert len(with_noise[2].history) > 1
    seeds = [clustered(problem, TRWS(noise=0.1, n_rounds=5), seed=seed)[1] for seed in range(3)]
    assert len(set(seeds)) > 1


@both
def test_no_more_clusters_than_labels(method):
    problem = fr.Problem.from_edges([], [], [], n_nodes=20, missing=-1.0)
    for n_labels in (1, 2, 7, 20, 50):
        labels, _, _ = clustered(problem, method(n_labels=n_labels))
        assert labels.max() + 1 == min(n_labels, 20)


@both
def test_labels_beyond_any_memory(method):
    problem = random_problem(100_000, 100_000, seed=3)
    with pytest.raises(ValueError, match=r"too many labels for 100000 nodes and \d+ pairs that attract: 100000, .* 33"):
        clustered(problem, method(n_labels=10**9))


@both
def test_bad_parameters_and_size(method):
    with pytest.raises(ValueError, match="n_labels must be a whole number of at least 1, got 0"):
        method(n_labels=0)
    with pytest.raises(ValueError, match=r"noise must be a number of at least 0, got -0\.1"):
        method(noise=-0.1)
    with pytest.raises(ValueError, match="noise must be a number of at least 0, got nan"):
        method(noise=float("nan"))
    for bad in (None, "a", 1j):
        with pytest.raises(ValueError, match=rf"noise must be a number of at least 0, got {bad!r}"):
            method(noise=bad)
    with pytest.raises(ValueError, match=r"noise must be at most 1e\+100, got 1e\+308"):
        method(noise=1e308)
    with pytest.raises(ValueError, match=r"noise must be smaller for weights this large: got 1e\+90, .* 1e\+250"):
        clustered(fr.Problem.from_edges([0], [1], [1e250]), method(noise=1e90))
    for bad in (None, float("nan"), float("inf"), "a", 2.5, True):
        with pytest.raises(ValueError, match=rf"n_labels must be a whole number of at least 1, got {bad!r}"):
            method(n_labels=bad)
    with pytest.raises(ValueError, match="n_rounds must be a whole number of at least 1, got 0"):
        method(n_rounds=0)
    with pytest.raises(ValueError, match="max_pairs must be a whole number of at least 1, got 0"):
        method(max_pairs=0)
    with pytest.raises(
        ValueError, match=rf"too large for {method.__name__}: 60 nodes with 1770 pairs, .* at most 1000"
    ):
        clustered(random_problem(60, 500, seed=3, missing=-1.0), method(max_pairs=1000))
