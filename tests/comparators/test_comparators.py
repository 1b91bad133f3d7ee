"""What every method to compare with promises, if it is a solver."""

import sys

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
from interrupted import interrupted
from reference import PROBLEMS, check_result, least_energy, problems, problems_with_labels, random_problem
from slowness import IS_SANITIZED

import frenemy as fr
from frenemy.comparators import (
    COMPARATORS,
    TRWS,
    BeliefPropagation,
    LPRelaxation,
    NormalizedCuts,
    SignedNormalizedCuts,
    ThresholdedComponents,
)

SOLVERS = {name: cls() for name, cls in COMPARATORS.items()}
SOLVERS |= {
    "trws_with_noise": TRWS(noise=0.1),
    "belief_propagation_with_noise": BeliefPropagation(noise=0.1),
    "quantiles": ThresholdedComponents(n_thresholds=4, spacing="quantile"),
    "given_thresholds": ThresholdedComponents(thresholds=(1.0, -1.0, 0.5)),
    "gap_of_the_paper": NormalizedCuts(rule="paper", most_clusters=8),
    "ratio": NormalizedCuts(rule="skip_first", most_clusters=5),
    "three_cuts": NormalizedCuts(n_clusters=3),
    "signed_with_constant": SignedNormalizedCuts(most_clusters=12, keeps_constant=True),
    "three_signed": SignedNormalizedCuts(n_clusters=3),
}
if IS_SANITIZED:  # the others are written in Python
    SOLVERS = {name: one for name, one in SOLVERS.items() if isinstance(one, TRWS | BeliefPropagation | LPRelaxation)}
solvers = pytest.mark.parametrize("solver", SOLVERS.values(), ids=SOLVERS)
#: Those that take weights for log-odds, of which a multiple says something else, know one scale only.
scale_free = pytest.mark.parametrize(
    "solver",
    [one for one in SOLVERS.values() if not isinstance(one, NormalizedCuts | ThresholdedComponents)],
    ids=repr,
)


@solvers
@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(solver, name):
    problem, optimum = PROBLEMS[name]
    result = fr.solve(problem, solver)
    check_result(problem, result)
    assert optimum - 1e-9 * abs(optimum) <= result.energy <= 0.0


@solvers
@given(problem=problems())
def test_never_below_the_optimum_and_never_above_one_cluster(solver, problem):
    check_between_optimum_and_one_cluster(solver, problem)


@solvers
@given(problem=problems(max_nodes=6), seed=st.integers(0, 3))
def test_what_it_tells_as_a_bound_is_one(solver, problem, seed):
    run = fr.Run(seed=seed)
    solver(problem, np.zeros(problem.n_nodes, np.int32), run)
    assert run.lower_bound <= least_energy(problem) + 1e-9


@solvers
@given(drawn=problems_with_labels(), seed=st.integers(0, 3))
def test_never_worse_than_the_start(solver, drawn, seed):
    check_never_worse_than_the_start(solver, *drawn, seed)


@solvers
def test_energy_falls_from_round_to_round(solver):
    check_energy_falls_from_round_to_round(solver, least_rounds=1)


@solvers
def test_energy_of_rounds_is_the_real_one(solver):
    check_energy_of_rounds_is_the_real_one(solver)


@scale_free
@pytest.mark.parametrize("factor", [2.0**-40, 2.0**40])
def test_scaling_the_weights_changes_nothing(solver, factor):
    check_scaling_the_weights_changes_nothing(solver, factor)


@solvers
def test_same_seed_same_labels(solver):
    check_same_seed_same_labels(solver)


@solvers
@pytest.mark.parametrize("n", [0, 1, 2, 60])
@pytest.mark.parametrize("missing", [0.0, -1.0, 1.0])
def test_without_any_pair(solver, n, missing):
    problem = fr.Problem.from_edges([], [], [], n_nodes=n, missing=missing)
    result = fr.solve(problem, solver, start=np.arange(n) // 2)
    check_result(problem, result)
    assert result.energy <= problem.energy(np.arange(n) // 2)
    if missing > 0 and not isinstance(solver, NormalizedCuts | SignedNormalizedCuts):  # which do not look at the energy
        assert result.n_clusters == min(n, 1)


@solvers
def test_weights_far_apart(solver):
    check_weights_far_apart(solver)


@solvers
def test_limits(solver):
    problem = random_problem(120, 900, seed=2)
    start = np.random.default_rng(0).integers(3, size=120)
    at_once = fr.solve(problem, solver, start=start, stop=fr.Stop(seconds=0.0))
    check_result(problem, at_once)
    assert at_once.status == fr.Status.TIME_LIMIT
    assert at_once.energy <= problem.energy(start)
    one = fr.solve(problem, solver, stop=fr.Stop(rounds=1))
    check_result(problem, one)
    assert len(one.history) == 1
    told = fr.solve(problem, solver, on_round=lambda _: True)
    assert (told.status, len(told.history)) == (fr.Status.CANCELLED, 1)
    assert np.array_equal(told.labels, one.labels)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by POSIX means")
@pytest.mark.parametrize("name", SOLVERS)
def test_ctrl_c_gives_back_the_best_so_far(name):
    """Again and again, so that it comes in the middle of the work of quick ones, too."""
    script = f"""
        from frenemy.comparators import *
        from frenemy.run import cancel_on_interrupt
        problem = random_problem(1200, 200_000, seed=0)
        start = np.arange(1200, dtype=np.int32) % 7
        run = fr.Run()
        with cancel_on_interrupt(run):
            print("ready", flush=True)
            while not run.is_stopped:
                labels = {SOLVERS[name]!r}(problem, start, run)
        print(run.status.name, problem.energy(labels) <= problem.energy(start))
        """
    assert interrupted(script, seconds=0.3) == (0, "CANCELLED True\n")


def test_every_one_shows_an_example_and_says_when_to_choose_it():
    for solver in COMPARATORS.values():
        assert ">>> " in solver.__doc__, solver
        assert "Choose it " in " ".join(solver.__doc__.split()), solver
