"""Exact on lifted problems: the optimum of all connected partitions, and a bound that proves it."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lifted_reference import check_lifted_result, grid_problem, is_connected, least_lifted_energy, lifted_problems

import frenemy as fr
from frenemy.solvers.exact.branch_and_cut import BranchAndCut

pytest.importorskip("highspy", reason="the extra 'exact' is not installed")


def check_proven(problem, **how):
    result = fr.solve(problem, fr.Exact(), warn=False, **how)
    check_lifted_result(problem, result)
    assert is_connected(problem, result.labels)
    assert result.status is fr.Status.OPTIMAL
    assert result.lower_bound == pytest.approx(result.energy, rel=1e-9, abs=1e-12)
    return result


@given(problem=lifted_problems(max_nodes=7))
def test_small_problems_against_all_connected_partitions(problem):
    assert check_proven(problem).energy == pytest.approx(least_lifted_energy(problem), abs=1e-9)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), is_whole=st.booleans())
def test_eight_nodes_from_single_ones(seed, is_whole):
    """Without the search before: all the work is that of cuts and branches."""
    rng = np.random.default_rng(seed)
    pairs = np.array(list(itertools.combinations(range(8), 2)))
    base = pairs[rng.permutation(len(pairs))[: rng.integers(5, 14)]]
    weights = rng.integers(-4, 5, len(pairs)).astype(float) if is_whole else rng.normal(size=len(pairs))
    problem = fr.Problem.lifted(base, np.zeros(len(base)), pairs, weights, n_nodes=8)
    optimum = least_lifted_energy(problem)
    component = problem.connected_parts(np.zeros(8, int))
    nodes = np.flatnonzero(component == np.bincount(component).argmax())
    part = problem.restrict(nodes).problem
    search = BranchAndCut(part, np.arange(len(nodes), dtype=np.int32), fr.Run())
    search.solve()
    assert search.is_proven
    assert is_connected(part, search.labels)
    assert search.energy == pytest.approx(least_lifted_energy(part), abs=1e-9)
    assert check_proven(problem).energy == pytest.approx(optimum, abs=1e-9)


def test_a_path_of_repelling_edges_connects():
    """0 and 3 attract by 5, and only the edges between them, which repel by 4 in all, can join them."""
    base = [[0, 1], [1, 2], [2, 3]]
    problem = fr.Problem.lifted(base, [-2.0, 0.0, -2.0], [[0, 3]], [5.0])
    assert check_proven(problem).labels.tolist() == [0, 0, 0, 0]
    weaker = fr.Problem.lifted(base, [-2.0, 0.0, -2.0], [[0, 3]], [3.0])
    assert check_proven(weaker).energy == pytest.approx(-1.0)


def test_pairs_between_components_of_the_base_graph_are_cut():
    problem = fr.Problem.lifted([[0, 1], [2, 3]], [1.0, -1.0], [[0, 2], [1, 3]], [5.0, -2.0], n_nodes=5)
    result = check_proven(problem)
    assert result.energy == 5.0 - 2.0 - 1.0
    assert result.n_clusters == 4


@pytest.mark.parametrize("seed", range(3))
def test_grids_are_at_most_what_a_long_search_finds(seed):
    problem = grid_problem(6, 7, seed=seed)
    result = check_proven(problem)
    assert result.energy <= fr.solve(problem, stop=fr.Stop(rounds=40)).energy + 1e-9


def test_same_labels_on_any_number_of_threads():
    problem = grid_problem(6, 6, seed=7)
    first, again = (fr.solve(problem, fr.Exact(), seed=2, threads=threads) for threads in (1, 2))
    assert np.array_equal(first.labels, again.labels)


@pytest.mark.parametrize("factor", [2.0**-40, 2.0**40])
def test_the_unit_of_weights_does_not_matter(factor):
    problem = grid_problem(5, 6, seed=4)
    base, (u, v, w) = np.stack(problem.base_edges(), axis=1), problem.edges()
    scaled = fr.Problem.lifted(base, np.zeros(len(base)), np.stack((u, v), axis=1), factor * w)
    assert check_proven(scaled).energy == pytest.approx(factor * check_proven(problem).energy)


@pytest.mark.parametrize("stop", [fr.Stop(seconds=0.0), fr.Stop(rounds=1), fr.Stop(target=-1.0)])
def test_limits_keep_the_best_and_a_bound_that_holds(stop):
    problem = grid_problem(30, 30, seed=6, noise=3.0)
    result = fr.solve(problem, fr.Exact(), start=np.arange(900), stop=stop)
    check_lifted_result(problem, result)
    assert result.lower_bound <= result.energy
    assert result.status in (fr.Status.TIME_LIMIT, fr.Status.ROUND_LIMIT, fr.Status.TARGET_REACHED)


def test_a_time_limit_within_the_proof():
    problem = grid_problem(14, 14, seed=6, noise=3.0)
    result = fr.solve(problem, fr.Exact(), stop=fr.Stop(seconds=1.0))
    check_lifted_result(problem, result)
    assert fr.solve(problem, fr.LiftedGreedyAdditive()).energy >= result.lower_bound


def test_no_nodes_and_no_pairs():
    for n in (0, 1, 4):
        assert check_proven(fr.Problem.lifted([], [], [], [], n_nodes=n)).n_clusters == n


def test_too_many_pairs_are_refused():
    with pytest.raises(ValueError, match=r"too large for Exact.*16 nodes and 32 pairs; Exact takes at most 3"):
        fr.solve(grid_problem(4, 4, seed=0), fr.Exact(max_pairs=3))
