"""What every solver of the catalogue promises."""

import json

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
from hypothesis import given
from hypothesis import strategies as st
from reference import (
    PROBLEMS,
    check_result,
    is_one_optimal,
    least_energy,
    problems,
    problems_with_labels,
    random_problem,
)
from slowness import IS_SANITIZED

import frenemy as fr

solvers = pytest.mark.parametrize("solver", [cls() for cls in fr.SOLVERS.values()], ids=list(fr.SOLVERS))


@solvers
@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(solver, name):
    problem, optimum = PROBLEMS[name]
    result = fr.solve(problem, solver)
    check_result(problem, result)
    assert result.energy >= optimum - 1e-9 * abs(optimum)
    assert result.energy <= 0.0
    is_single_moves = isinstance(solver, fr.AdaptiveICM | fr.LocalMoves)
    if not (is_single_moves and name == "two_couples"):  # nobody wants to leave 3 - 1 - 1 alone
        assert result.energy == pytest.approx(optimum, abs=1e-12)


@solvers
@given(problem=problems())
def test_never_below_the_optimum_and_never_above_one_cluster(solver, problem):
    check_between_optimum_and_one_cluster(solver, problem)


@solvers
@pytest.mark.parametrize("missing", [0.0, -0.3])
def test_nine_nodes_against_all_partitions(solver, missing):
    problem = random_problem(9, 30, seed=12, missing=missing)
    optimum = least_energy(problem)
    assert optimum - 1e-9 <= fr.solve(problem, solver).energy <= 0.7 * optimum


@solvers
@given(drawn=problems_with_labels(), seed=st.integers(0, 3))
def test_never_worse_than_the_start(solver, drawn, seed):
    check_never_worse_than_the_start(solver, *drawn, seed)


@solvers
@given(problem=problems(max_nodes=12), seed=st.integers(0, 3))
def test_ends_where_no_single_node_wants_to_move(solver, problem, seed):
    assert is_one_optimal(problem, fr.solve(problem, solver, seed=seed).labels)


@solvers
@pytest.mark.parametrize("missing", [0.0, -0.1])
def test_ends_one_optimal_on_larger_problems(solver, missing):
    problem = random_problem(90, 700, seed=8, mean=0.1, missing=missing)
    result = fr.solve(problem, solver, start=np.random.default_rng(0).integers(9, size=90))
    assert is_one_optimal(problem, result.labels)


@solvers
@pytest.mark.parametrize("seed", range(3))
def test_from_singletons(solver, seed):
    """As many clusters as nodes: no number is left for a new one until two have merged."""
    problem = random_problem(100, 500, seed=seed, mean=0.2)
    result = fr.solve(problem, solver, start=np.arange(100), seed=seed)
    check_result(problem, result)
    assert is_one_optimal(problem, result.labels)


@solvers
def test_energy_falls_from_round_to_round(solver):
    check_energy_falls_from_round_to_round(solver, least_rounds=2)


@solvers
def test_incremental_energy_is_the_real_one(solver):
    check_energy_of_rounds_is_the_real_one(solver)


@solvers
@pytest.mark.parametrize("factor", [2.0**-40, 3.0, 2.0**40])
def test_scaling_the_weights_changes_nothing(solver, factor):
    check_scaling_the_weights_changes_nothing(solver, factor)


@solvers
def test_same_seed_same_labels(solver):
    check_same_seed_same_labels(solver)


@solvers
def test_components_are_solved_without_touching_each_other(solver):
    """Two copies of a problem side by side: nothing ties them, so no cluster spans both in a way that costs."""
    one = random_problem(40, 250, seed=10)
    u, v, w = one.edges()
    both = fr.Problem.from_edges(np.r_[u, u + 40], np.r_[v, v + 40], np.r_[w, w], n_nodes=80)
    result = fr.solve(both, solver)
    assert result.energy == pytest.approx(both.energy(both.connected_parts(result.labels)), rel=1e-12)


@solvers
@pytest.mark.parametrize("n", [0, 1, 2, 60])
@pytest.mark.parametrize("missing", [0.0, -1.0, 1.0])
def test_without_any_pair(solver, n, missing):
    problem = fr.Problem.from_edges([], [], [], n_nodes=n, missing=missing)
    result = fr.solve(problem, solver, start=np.arange(n) // 2)
    check_result(problem, result)
    if missing < 0:
        assert result.n_clusters == n
    if missing > 0:
        assert result.n_clusters == min(n, 1)


@solvers
def test_weights_far_apart(solver):
    check_weights_far_apart(solver)


@solvers
@pytest.mark.parametrize("name", ["image-seg", "knott-3d", "CREMI-C", "karate"])
def test_real_sub_problems_against_their_optima(solver, name, shared_data, record_property):
    files = [f for f in sorted((shared_data / "small_opt_json").glob("*.json")) if name.lower() in f.name.lower()]
    if not files:
        pytest.skip(f"no file of {name} in small_opt_json")
    n_reached = n_problems = 0
    for file in files:
        for instance in json.loads(file.read_text())[: 5 if IS_SANITIZED else None]:
            u, v, w = zip(*instance["edges"], strict=True)
            problem = fr.Problem.from_edges(np.array(u, int), np.array(v, int), w, n_nodes=instance["n"])
            optimum = instance["cplex"]
            result = fr.solve(problem, solver)
            assert result.energy >= optimum - 1e-6 * max(1.0, abs(optimum)), "no solver goes below a proven optimum"
            n_problems += 1
            n_reached += result.energy <= optimum + 1e-6 * max(1.0, abs(optimum))
    record_property("optimum reached", f"{n_reached} of {n_problems}")
    print(f"{type(solver).__name__} reaches the optimum of {name} in {n_reached} of {n_problems}")
    assert n_problems > 0
