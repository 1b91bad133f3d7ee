"""What solvers on the card promise, as all others do."""

import itertools

import numpy as np
import pytest
from contract import (
    check_between_optimum_and_one_cluster,
    check_energy_falls_from_round_to_round,
    check_energy_of_rounds_is_the_real_one,
    check_never_worse_than_the_start,
    check_same_seed_same_labels,
    check_scaling_the_weights_changes_nothing,
    check_weights_far_apart,
)
from reference import PROBLEMS, check_result, is_one_optimal, least_energy, random_problem

import frenemy as fr

pytestmark = pytest.mark.usefixtures("kernels")
solvers = pytest.mark.parametrize(
    "solver", [fr.GpuMultilevel(members=4), fr.GpuEvolve(patience=2, copies=2)], ids=["multilevel", "evolve"]
)


def small_problems():
    """Round weights, so that ties happen; unlisted pairs that repel or attract; node sizes."""
    for seed, missing, sized in itertools.product(range(4), (0.0, -0.5, 0.25), (False, True)):
        rng = np.random.default_rng(seed)
        u, v = rng.integers(8, size=(2, 14))
        w = rng.integers(-8, 9, size=14) / 4
        sizes = rng.integers(4, size=8).astype(float) if sized else None
        keep = u != v
        yield fr.Problem.from_edges(u[keep], v[keep], w[keep], n_nodes=8, missing=missing, sizes=sizes)


@solvers
@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(solver, name):
    problem, optimum = PROBLEMS[name]
    result = fr.solve(problem, solver)
    check_result(problem, result)
    assert result.energy == pytest.approx(optimum, abs=1e-12)


@solvers
def test_small_problems(solver):
    rng = np.random.default_rng(0)
    for problem in small_problems():
        check_between_optimum_and_one_cluster(solver, problem)
        check_never_worse_than_the_start(solver, problem, rng.integers(8, size=8), seed=1)
        assert is_one_optimal(problem, fr.solve(problem, solver).labels)


@solvers
@pytest.mark.parametrize("missing", [0.0, -0.3])
def test_nine_nodes_against_all_partitions(solver, missing):
    problem = random_problem(9, 30, seed=12, missing=missing)
    optimum = least_energy(problem)
    assert optimum - 1e-9 <= fr.solve(problem, solver).energy <= 0.7 * optimum


@solvers
@pytest.mark.parametrize("missing", [0.0, -0.1])
def test_ends_one_optimal_on_larger_problems(solver, missing):
    problem = random_problem(90, 700, seed=8, mean=0.1, missing=missing)
    result = fr.solve(problem, solver, start=np.random.default_rng(0).integers(9, size=90))
    assert is_one_optimal(problem, result.labels)


@solvers
def test_rounds(solver):
    check_energy_falls_from_round_to_round(solver, least_rounds=2)
    check_energy_of_rounds_is_the_real_one(solver)


@solvers
def test_same_seed_same_labels(solver):
    check_same_seed_same_labels(solver)


@solvers
@pytest.mark.parametrize("factor", [2.0**-40, 3.0, 2.0**40])
def test_scaling_the_weights_changes_nothing(solver, factor):
    check_scaling_the_weights_changes_nothing(solver, factor)


@solvers
def test_weights_far_apart(solver):
    check_weights_far_apart(solver)


@solvers
@pytest.mark.parametrize("missing", [0.0, -1.0, 1.0])
@pytest.mark.parametrize("n", [0, 1, 60])
def test_without_any_pair(solver, n, missing):
    problem = fr.Problem.from_edges([], [], [], n_nodes=n, missing=missing)
    check_result(problem, fr.solve(problem, solver, start=np.arange(n) // 2))


@solvers
def test_constraints_hold(solver):
    problem = random_problem(60, 400, seed=2)
    bound = fr.constraints.must_link(fr.constraints.cannot_link(problem, [(0, 1)]), [(2, 3)])
    labels = fr.solve(bound, solver).labels
    assert labels[0] != labels[1]
    assert labels[2] == labels[3]


@solvers
def test_only_free_nodes_move(solver):
    problem = random_problem(60, 400, seed=3)
    start = np.arange(60) // 6
    labels = fr.solve(problem, solver, start=start, free=[4, 5, 6]).labels
    kept = np.setdiff1d(np.arange(60), [4, 5, 6])
    assert np.array_equal(labels[kept][:, None] == labels[kept], start[kept][:, None] == start[kept])


@solvers
def test_limits(solver):
    problem = random_problem(200, 1500, seed=4)
    assert fr.solve(problem, solver, stop=fr.Stop(rounds=1)).status is fr.Status.ROUND_LIMIT
    assert fr.solve(problem, solver, stop=fr.Stop(seconds=0.0)).status is fr.Status.TIME_LIMIT
    assert fr.solve(problem, solver, stop=fr.Stop(target=-1.0)).status is fr.Status.TARGET_REACHED
    stopped = fr.solve(problem, solver, on_round=lambda _: True)
    assert stopped.status is fr.Status.CANCELLED
    assert stopped.energy < 0.0


def test_device():
    problem = random_problem(60, 400, seed=5)
    assert fr.solve(problem, device="gpu").solver == fr.GpuMultilevel()
    assert fr.solve(problem, device="gpu", stop=fr.Stop(rounds=2)).solver == fr.GpuEvolve()
