"""What is Reduced's own: the contract tests do the rest."""

import numpy as np
import pytest
from reference import PROBLEMS, least_energy, random_problem

import frenemy as fr


def sparse_problem(seed=0):
    """Half of it is trees and pairs between components, the rest is left to the solver."""
    return random_problem(400, 700, seed=seed, mean=0.2)


def test_the_solver_sees_the_kernel_and_the_run_the_whole():
    problem = sparse_problem()
    kernel = fr.reduce(problem).problem
    seen, told = [], []

    def inner(smaller, start, run):
        assert smaller == kernel
        assert start.shape == (kernel.n_nodes,)
        labels = fr.AdaptiveICM()(smaller, start, run)
        seen.extend(run.history)
        return labels

    result = fr.solve(problem, fr.Reduced(inner), on_round=told.append)
    assert 0 < kernel.n_nodes < 0.7 * problem.n_nodes
    assert len(told) == len(result.history) >= len(seen) > 1
    for progress in told:
        assert progress.labels.shape == (problem.n_nodes,)
        assert progress.energy == pytest.approx(problem.energy(progress.labels), rel=1e-9)
        assert progress.n_clusters == progress.labels.max() + 1
    assert result.energy == pytest.approx(result.history[-1].energy)


@pytest.mark.parametrize("missing", [0.0, -0.05])
@pytest.mark.parametrize("seed", range(3))
def test_no_worse_than_the_solver_alone_on_small_problems(seed, missing):
    problem = random_problem(9, 14, seed=seed, missing=missing)
    assert fr.solve(problem, fr.Reduced()).energy == pytest.approx(least_energy(problem), abs=1e-9)


def test_solved_by_rules_alone():
    problem, optimum = PROBLEMS["two_couples"]
    assert fr.reduce(problem).problem.n_nodes == 0
    assert fr.solve(problem, fr.Reduced(fr.AdaptiveICM())).energy == optimum


def test_nothing_to_reduce():
    """A clique with random signs: the solver gets the problem itself."""
    n = 30
    u, v = np.triu_indices(n, 1)
    problem = fr.Problem.from_edges(u, v, np.random.default_rng(0).normal(size=len(u)))
    assert fr.reduce(problem).problem is problem
    given = []

    def inner(smaller, start, _run):
        given.append(smaller)
        return start

    fr.solve(problem, fr.Reduced(inner))
    assert given == [problem]


def test_a_start_that_rules_tear_apart_is_kept_if_nothing_better_is_found():
    problem = sparse_problem()
    start = fr.solve(problem, fr.Reduced()).labels

    def useless(smaller, _start, _run):
        return np.zeros(smaller.n_nodes, np.int32)

    result = fr.solve(problem, fr.Reduced(useless), start=start)
    assert result.energy <= problem.energy(start)


@pytest.mark.parametrize(
    ("stop", "status"),
    [
        (fr.Stop(rounds=1), fr.Status.ROUND_LIMIT),
        (fr.Stop(target=-1.0), fr.Status.TARGET_REACHED),
        (fr.Stop(seconds=0), fr.Status.TIME_LIMIT),
    ],
)
def test_limits_are_those_of_the_whole_problem(stop, status):
    problem = sparse_problem()
    result = fr.solve(problem, fr.Reduced(), stop=stop)
    assert result.status is status
    assert len(result.history) <= 1
    assert result.energy == pytest.approx(problem.energy(result.labels))


def test_a_run_that_is_over_ends_the_rules():
    problem = sparse_problem()
    run = fr.Run()
    run.cancel()
    start = np.zeros(problem.n_nodes, np.int32)
    assert fr.Reduced()(problem, start, run) is start


def test_on_round_can_stop_and_raise():
    problem = sparse_problem()
    stopped = fr.solve(problem, fr.Reduced(), on_round=lambda _: True)
    assert stopped.status is fr.Status.CANCELLED
    assert len(stopped.history) == 1

    def fail(_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fr.solve(problem, fr.Reduced(), on_round=fail)


def test_nests():
    problem = sparse_problem()
    twice = fr.Reduced(fr.Chain((fr.AdaptiveICM(), fr.Reduced(fr.SwapExplore()))))
    result = fr.solve(problem, twice)
    assert result.energy == pytest.approx(problem.energy(result.labels))
    assert all(b.energy <= a.energy + 1e-9 for a, b in zip(result.history, result.history[1:], strict=False))


def test_one_cluster_is_no_start_for_the_kernel_either():
    """Projected, it would be a cluster for each part, and solvers that begin with singletons would go on from there."""
    first = 30 * np.arange(4)[:, None]
    parts = [random_problem(30, 150, seed=seed).edges() for seed in range(4)]
    u, v, w = (np.concatenate([part[k] + (first[i] if k < 2 else 0) for i, part in enumerate(parts)]) for k in range(3))
    problem = fr.Problem.from_edges(u, v, w, n_nodes=120)
    assert fr.reduce(problem).n_parts == 4
    seen = []

    def solver(kernel, start, run):
        run.round_done(kernel.energy(start), start)
        seen.append(start.max(initial=0))
        return start

    fr.solve(problem, fr.Reduced(solver))
    assert seen == [0]
