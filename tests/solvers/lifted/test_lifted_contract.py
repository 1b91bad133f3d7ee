"""What every solver of lifted problems promises."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lifted_reference import check_lifted_result, grid_problem, is_connected, least_lifted_energy, lifted_problems
from reference import same_partition

import frenemy as fr
from frenemy.solvers import LIFTED

solvers = pytest.mark.parametrize("solver", [cls() for cls in LIFTED.values()], ids=list(LIFTED))


@solvers
@given(problem=lifted_problems())
def test_connected_and_never_below_the_optimum(solver, problem):
    result = fr.solve(problem, solver, warn=False)
    check_lifted_result(problem, result)
    assert is_connected(problem, result.labels)
    components = problem.connected_parts(np.zeros(problem.n_nodes, int))
    assert least_lifted_energy(problem) - 1e-9 <= result.energy <= problem.energy(components) + 1e-9


@solvers
@given(problem=lifted_problems(), seed=st.integers(0, 3), data=st.data())
def test_never_worse_than_the_start(solver, problem, seed, data):
    n = problem.n_nodes
    start = problem.connected_parts(data.draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n)))
    result = fr.solve(problem, solver, start=start, seed=seed, warn=False)
    check_lifted_result(problem, result)
    assert result.energy <= problem.energy(start) + 1e-9


@given(problem=lifted_problems(max_nodes=6))
def test_the_default_finds_the_optimum_of_tiny_problems(problem):
    assert fr.solve(problem, warn=False).energy == pytest.approx(least_lifted_energy(problem), abs=1e-9)


@solvers
def test_the_lower_bound_holds_and_is_that_of_the_plain_problem(solver):
    problem = grid_problem(9, 9, seed=1)
    plain = fr.Problem.from_edges(*problem.edges(), n_nodes=problem.n_nodes)
    result = fr.solve(problem, solver)
    assert fr.solve(plain, "evolve", stop=fr.Stop(rounds=20)).energy <= result.energy + 1e-9
    assert fr.lower_bound(plain).value <= result.energy + 1e-9
    assert fr.lower_bound(problem).value <= result.energy + 1e-9


@solvers
def test_energy_of_rounds_is_real_and_falls(solver):
    problem = grid_problem(20, 20, seed=2)
    energies = []

    def compare(progress):
        assert progress.energy == pytest.approx(problem.energy(progress.labels), rel=1e-9)
        assert is_connected(problem, progress.labels)
        energies.append(progress.energy)

    fr.solve(problem, solver, on_round=compare)
    assert len(energies) >= 1
    assert all(b <= a + 1e-9 for a, b in itertools.pairwise(energies))


@solvers
def test_same_seed_same_labels_on_any_number_of_threads(solver):
    problem = grid_problem(20, 20, seed=3, noise=3.0)
    first = fr.solve(problem, solver, seed=4)
    again = fr.solve(pickle.loads(pickle.dumps(problem)), pickle.loads(pickle.dumps(solver)), seed=4, threads=2)
    assert np.array_equal(first.labels, again.labels)


@solvers
@pytest.mark.parametrize("factor", [2.0**-40, 2.0**40])
def test_scaling_the_weights_changes_nothing(solver, factor):
    problem = grid_problem(12, 12, seed=5)
    u, v, w = problem.edges()
    base = np.stack(problem.base_edges(), axis=1)
    pairs = np.stack((u, v), axis=1)
    scaled = fr.Problem.lifted(base, np.zeros(len(base)), pairs, factor * w)
    assert same_partition(fr.solve(problem, solver).labels, fr.solve(scaled, solver).labels)


@solvers
@pytest.mark.parametrize("stop", [fr.Stop(seconds=0.0), fr.Stop(rounds=1), fr.Stop(target=-1.0)])
def test_limits_end_a_solve_with_connected_labels(solver, stop):
    problem = grid_problem(40, 40, seed=6)
    result = fr.solve(problem, solver, start=np.arange(1600), stop=stop)
    check_lifted_result(problem, result)
    assert result.status in (fr.Status.TIME_LIMIT, fr.Status.ROUND_LIMIT, fr.Status.TARGET_REACHED)


@solvers
def test_a_user_who_stops_gets_the_best_so_far(solver):
    problem = grid_problem(40, 40, seed=7)
    result = fr.solve(problem, solver, on_round=lambda _: True)
    check_lifted_result(problem, result)
    assert result.status is fr.Status.CANCELLED


@solvers
def test_weights_far_apart(solver):
    problem = grid_problem(8, 8, seed=8)
    u, v, w = problem.edges()
    base, pairs = np.stack(problem.base_edges(), axis=1), np.stack((u, v), axis=1)
    for factors in (10.0 ** np.random.default_rng(0).integers(-6, 7, len(w)), 1e-300, 1e300):
        wild = fr.Problem.lifted(base, np.zeros(len(base)), pairs, w * factors)
        check_lifted_result(wild, fr.solve(wild, solver, warn=False))


@solvers
def test_plain_problems_are_refused(solver):
    with pytest.raises(ValueError, match=r"solves lifted problems.*got Problem\(n_nodes=2"):
        fr.solve(fr.Problem.from_edges([0], [1], [1.0]), solver)


@solvers
@pytest.mark.parametrize("n", [0, 1, 5])
def test_without_any_pair(solver, n):
    problem = fr.Problem.lifted([], [], [], [], n_nodes=n)
    result = fr.solve(problem, solver)
    check_lifted_result(problem, result)
    assert result.n_clusters == n


@pytest.mark.parametrize("name", fr.SOLVERS)
def test_solvers_of_plain_problems_are_refused(name):
    problem = grid_problem(4, 4, seed=0)
    if name == "automatic":
        assert isinstance(fr.solve(problem, name).solver, fr.LiftedEvolve)
        return
    with pytest.raises(ValueError, match="does not keep clusters connected in the base graph"):
        fr.solve(problem, name)


def test_a_solver_that_ignores_the_base_graph_is_repaired():
    problem = fr.Problem.lifted([[0, 1], [1, 2]], [-1.0, -1.0], [[0, 2]], [3.0])

    def ends_together(*_):
        return np.array([0, 1, 0])

    result = fr.solve(problem, ends_together, warn=False)
    assert result.labels.tolist() == [0, 1, 2]
    assert result.energy == pytest.approx(-1.0 - 1.0 + 3.0)


def test_a_start_is_split_where_it_is_not_connected():
    problem = fr.Problem.lifted([[0, 1], [1, 2]], [-1.0, -1.0], [[0, 2]], [0.5])
    assert fr.solve(problem, start=[0, 1, 0], warn=False).energy == pytest.approx(-1.5)


def test_repair_by_local_moves_keeps_articulation_points():
    """Node 1 is repelled by both others, which attract each other strongly, and is their only path: it stays."""
    problem = fr.Problem.lifted([[0, 1], [1, 2]], [-1.0, -1.0], [[0, 2]], [5.0])
    for cls in LIFTED.values():
        assert fr.solve(problem, cls(), start=[0, 0, 0], warn=False).energy == 0.0
