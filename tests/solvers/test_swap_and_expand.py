"""Swap-and-Explore and Expand-and-Explore: the binary steps, and what the paper says of the whole."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import problems_with_labels, random_problem

import frenemy as fr
from frenemy.affinity import synthetic

both = pytest.mark.parametrize("solver", [fr.SwapExplore(), fr.ExpandExplore()])


@both
@given(drawn=problems_with_labels(max_nodes=10), seed=st.integers(0, 5))
def test_no_step_raises_the_energy(solver, drawn, seed):
    problem, start = drawn
    energies = [problem.energy(start)]
    fr.solve(problem, solver, start=start, seed=seed, on_round=lambda p: energies.append(p.energy))
    assert all(b <= a + 1e-9 for a, b in itertools.pairwise(energies))


@both
def test_from_one_cluster_to_the_planted_ones(solver):
    problem, planted = synthetic.planted(120, sizes=[1, 2, 3], degree=40, balance=0.4, noise=0.1, seed=1)
    result = fr.solve(problem, solver)
    assert result.n_clusters == 3
    assert result.energy <= problem.energy(planted)


@both
def test_missing_is_honoured_by_storing_every_pair(solver):
    listed = random_problem(40, 300, seed=2, missing=-0.2)
    w = np.full((40, 40), -0.2)
    u, v, x = listed.edges()
    w[u, v] = w[v, u] = x
    assert np.array_equal(fr.solve(listed, solver).labels, fr.solve(w, solver).labels)


@both
def test_too_many_unlisted_pairs_are_refused_before_any_work(solver):
    problem = fr.Problem.from_edges([0], [1], [1.0], n_nodes=100_000, missing=-1.0)
    with pytest.raises(ValueError, match=f"{type(solver).__name__} has to store every pair.*100000 nodes"):
        fr.solve(problem, solver)


@both
def test_two_repelling_nodes_are_split(solver):
    """The authors' code skips pairs of clusters with too few entries, and so never splits these."""
    assert fr.solve(fr.Problem.from_edges([0], [1], [-1.0]), solver).n_clusters == 2


def test_expand_is_about_as_good_as_swap():
    energies = {fr.SwapExplore(): [], fr.ExpandExplore(): []}
    for seed in range(5):
        problem = random_problem(60, 500, seed=seed)
        for solver, found in energies.items():
            found.append(fr.solve(problem, solver, seed=seed).energy)
    swap, expand = (np.mean(found) for found in energies.values())
    assert expand == pytest.approx(swap, rel=0.05)


def test_a_warm_start_is_kept_or_improved():
    problem = random_problem(300, 2500, seed=5)
    icm = fr.solve(problem, fr.AdaptiveICM())
    chain = fr.solve(problem, fr.Chain((fr.AdaptiveICM(), fr.SwapExplore())))
    assert chain.energy <= icm.energy
    assert len(chain.history) > len(icm.history)
    with pytest.raises(ValueError, match="at least one solver"):
        fr.Chain(())
