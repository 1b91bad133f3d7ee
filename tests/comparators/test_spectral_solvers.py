"""What thresholding and normalized cuts promise as solvers, whatever they are worth."""

import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import PROBLEMS, check_result, least_energy, problems, problems_with_labels, random_problem

import frenemy as fr
from frenemy.comparators import NormalizedCuts, SignedNormalizedCuts, ThresholdedComponents

SOLVERS = {
    "thresholds": ThresholdedComponents(),
    "quantiles": ThresholdedComponents(n_thresholds=4, spacing="quantile"),
    "given thresholds": ThresholdedComponents(thresholds=(1.0, -1.0, 0.5)),
    "gap": NormalizedCuts(most_clusters=12),
    "gap of the paper": NormalizedCuts(rule="paper", most_clusters=8),
    "ratio": NormalizedCuts(rule="skip_first", most_clusters=5),
    "three cuts": NormalizedCuts(n_clusters=3),
    "signed gap": SignedNormalizedCuts(most_clusters=12),
    "signed with constant": SignedNormalizedCuts(most_clusters=12, keeps_constant=True),
    "three signed": SignedNormalizedCuts(n_clusters=3),
}
solvers = pytest.mark.parametrize("solver", SOLVERS.values(), ids=list(SOLVERS))
METHODS = [ThresholdedComponents, NormalizedCuts, SignedNormalizedCuts]


@solvers
@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(solver, name):
    problem, optimum = PROBLEMS[name]
    result = fr.solve(problem, solver)
    check_result(problem, result)
    assert optimum - 1e-9 * abs(optimum) <= result.energy <= 0.0


@solvers
@given(problem=problems(max_nodes=7))
def test_never_below_the_optimum(solver, problem):
    result = fr.solve(problem, solver)
    check_result(problem, result)
    assert least_energy(problem) - 1e-9 <= result.energy <= 1e-9


@solvers
@given(drawn=problems_with_labels(), seed=st.integers(0, 3))
def test_never_worse_than_the_start(solver, drawn, seed):
    problem, start = drawn
    result = fr.solve(problem, solver, start=start, seed=seed)
    check_result(problem, result)
    assert result.energy <= problem.energy(start) + 1e-9


@solvers
@pytest.mark.parametrize("n", [80, 200])  # full matrices, and Lanczos iterations
def test_same_seed_same_labels(solver, n):
    problem = random_problem(n, 4 * n, seed=9)
    energies = []

    def tell(progress):
        assert progress.energy == pytest.approx(problem.energy(progress.labels), rel=1e-9)
        energies.append(progress.energy)

    first, again = fr.solve(problem, solver, seed=4, on_round=tell), fr.solve(problem, solver, seed=4)
    assert np.array_equal(first.labels, again.labels)
    pickled = fr.solve(pickle.loads(pickle.dumps(problem)), pickle.loads(pickle.dumps(solver)), seed=4)
    assert np.array_equal(first.labels, pickled.labels)
    assert energies
    assert all(b <= a for a, b in itertools.pairwise(energies))


@solvers
@pytest.mark.parametrize("n", [0, 1, 2, 60])
@pytest.mark.parametrize("missing", [0.0, -1.0, 1.0])
def test_without_any_pair(solver, n, missing):
    problem = fr.Problem.from_edges([], [], [], n_nodes=n, missing=missing)
    start = np.arange(n) // 2
    result = fr.solve(problem, solver, start=start)
    check_result(problem, result)
    assert result.energy <= problem.energy(start)


@solvers
def test_weights_far_apart(solver):
    rng = np.random.default_rng(0)
    problem = random_problem(60, 500, seed=11)
    u, v, w = problem.edges()
    for weights in (w * 10.0 ** rng.integers(-6, 7, len(w)), w * 1e-300, w * 1e300):
        wild = fr.Problem.from_edges(u, v, weights, n_nodes=60)
        check_result(wild, fr.solve(wild, solver))


@solvers
def test_limits_and_callbacks(solver):
    problem = random_problem(400, 3000, seed=3)
    good = fr.solve(problem)
    out_of_time = fr.Run(fr.Stop(seconds=0.0))
    assert out_of_time.expired()
    assert np.array_equal(solver(problem, good.labels, out_of_time), good.labels)
    assert fr.solve(problem, solver, start=good.labels).energy <= good.energy
    rounds = []
    fr.solve(problem, solver, on_round=lambda progress: rounds.append(progress.round) or True)
    assert len(rounds) == 1


@pytest.mark.parametrize("method", METHODS)
def test_too_large(method):
    problem = random_problem(60, 500, seed=3, missing=1.0)
    with pytest.raises(
        ValueError, match=rf"too large for {method.__name__}: 60 nodes with 1770 pairs, .* at most 1000"
    ):
        fr.solve(problem, method(most_pairs=1000))
    if method is not ThresholdedComponents:
        with pytest.raises(ValueError, match=r"60 nodes, and it takes at most 50 \(most_nodes\)"):
            fr.solve(problem, method(most_nodes=50))


@pytest.mark.parametrize("method", [NormalizedCuts, SignedNormalizedCuts])
def test_bad_parameters(method):
    with pytest.raises(ValueError, match="n_clusters must be a whole number of at least 1, got 0"):
        method(n_clusters=0)
    with pytest.raises(ValueError, match="most_clusters must be a whole number of at least 1, got 0.5"):
        method(most_clusters=0.5)
    with pytest.raises(ValueError, match="rule must be 'paper', 'skip_first' or 'difference', got 'gap'"):
        method(rule="gap")
    with pytest.raises(ValueError, match="most_nodes must be a whole number of at least 1, got -1"):
        method(most_nodes=-1)
