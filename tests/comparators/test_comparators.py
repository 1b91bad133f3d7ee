"""What every method to compare with promises, if it is a solver."""

import itertools
import sys

import numpy as np
import pytest
from contract import (
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
from reference import PROBLEMS, check_result, least_energy, problems_with_labels, random_problem
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
    "gap_of_the_paper": NormalizedCuts(rule="paper", max_clusters=8),
    "ratio": NormalizedCuts(rule="skip_first", max_clusters=5),
    "three_cuts": NormalizedCuts(n_clusters=3),
    "signed_with_constant": SignedNormalizedCuts(max_clusters=12, keeps_constant=True),
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
def test_named_problems(solver):
    for name, (problem, optimum) in PROBLEMS.items():
        result = fr.solve(problem, solver)
        check_result(problem, result)
        assert optimum - 1e-9 * abs(optimum) <= result.energy <= 0.0, name


@given(drawn=problems_with_labels(), seed=st.integers(0, 3))
def test_between_the_optimum_and_the_start(drawn, seed):
    """From any start, and with lower bounds that are ones; all solvers on one problem, whose optimum is costly."""
    problem, start = drawn
    optimum = least_energy(problem)
    for name, solver in SOLVERS.items():
        check_never_worse_than_the_start(solver, problem, start, seed)
        run = fr.Run(seed=seed)
        labels = solver(problem, np.zeros(problem.n_nodes, np.int32), run)
        assert optimum - 1e-9 <= problem.energy(labels) <= 1e-9, name
        assert run.lower_bound <= optimum + 1e-9, name


@solvers
def test_energy_falls_from_round_to_round(solver):
    check_energy_falls_from_round_to_round(solver, least_rounds=1)


@solvers
def test_energy_of_rounds_is_the_real_one(solver):
    check_energy_of_rounds_is_the_real_one(solver)


@scale_free
def test_scaling_the_weights_changes_nothing(solver):
    for factor in (2.0**-40, 2.0**40):
        check_scaling_the_weights_changes_nothing(solver, factor)


@solvers
def test_same_seed_same_labels(solver):
    check_same_seed_same_labels(solver)


@solvers
def test_without_any_pair(solver):
    for n, missing in itertools.product([0, 1, 2, 60], [0.0, -1.0, 1.0]):
        problem = fr.Problem.from_edges([], [], [], n_nodes=n, missing=missing)
        result = fr.solve(problem, solver, start=np.arange(n) // 2)
        check_result(problem, result)
        assert result.energy <= problem.energy(np.arange(n) // 2)
        if missing > 0 and not isinstance(solver, NormalizedCuts | SignedNormalizedCuts):  # they ignore the energy
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
@pytest.mark.parametrize("name", [name for name in (*COMPARATORS, "trws_with_noise") if name in SOLVERS])
def test_ctrl_c_gives_back_the_best_so_far(name):
    """In a loop, so that the signal arrives in the middle of quick solvers as well."""
    script = f"""
        from frenemy.comparators import *
        from frenemy.run import cancel_on_interrupt
        problem = random_problem(800, 60_000, seed=0)
        start = np.arange(800, dtype=np.int32) % 7
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
