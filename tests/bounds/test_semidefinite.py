"""The semidefinite bound holds at every step, in floating point, too; it answers limits, and continues afterwards."""

import time

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from interrupted import interrupted
from reference import least_energy, pair_weights, problems

import frenemy as fr
from frenemy.bounds import Bounding
from frenemy.bounds.semidefinite import SemidefiniteBound, dense_weights

ENOUGH = 30  # rounds


def gaussian(n, seed):
    return fr.as_problem(np.triu(np.random.default_rng(seed).normal(size=(n, n)), 1), symmetrize="sum")


def searched(problem, n_rounds=ENOUGH):
    bound = SemidefiniteBound(problem)
    values = []
    bound.search(fr.Run(), lambda: values.append(bound.value) or len(values) == n_rounds)
    return bound, values


@given(problem=problems(max_nodes=7))
def test_all_weights_are_read(problem):
    np.testing.assert_allclose(dense_weights(problem), pair_weights(problem))


@given(problem=problems(max_nodes=8), log_scale=st.floats(-6, 6), seed=st.integers(0, 2**32))
def test_valid_at_every_round_and_never_falls(problem, log_scale, seed):
    """Weights of all sizes within one problem, and problems of all scales."""
    rng = np.random.default_rng(seed)
    u, v, w = problem.edges()
    w = w * np.exp(rng.normal(0, 2, len(w))) * 10.0**log_scale
    rough = fr.Problem.from_edges(
        u, v, w, n_nodes=problem.n_nodes, missing=problem.missing * 10.0**log_scale, sizes=problem.sizes
    )
    _, values = searched(rough)
    assert np.all(np.diff(values) >= 0)
    assert max(values, default=-np.inf) <= least_energy(rough) + 1e-12 * (np.abs(pair_weights(rough)).sum())


@pytest.mark.parametrize("seed", range(4))
def test_far_above_the_packing_on_dense_noise(seed):
    problem = gaussian(60, seed)
    bound, _ = searched(problem)
    energy = fr.solve(problem, stop=fr.Stop(rounds=50), warn=False).energy
    packed = fr.lower_bound(problem).value
    assert packed < bound.value <= energy
    assert energy - bound.value < 0.5 * (energy - packed)
    # `lower_bound` takes both: as good as either.
    assert fr.lower_bound(problem, stop=fr.Stop(rounds=2 * ENOUGH)).value >= bound.value - 1e-3 * abs(bound.value)


@given(problem=problems(max_nodes=8))
def test_the_first_round_is_the_spectral_bound(problem):
    assume(problem.n_nodes > 0)
    bound, values = searched(problem, 1)
    weights = pair_weights(problem)
    together = 0.5 * problem.n_nodes * np.linalg.eigvalsh(weights)[-1]
    assert len(values) == 1
    assert bound.value == pytest.approx(problem.total_weight - together, abs=1e-9 * (1.0 + np.abs(weights).sum()))


def test_rounds_within_a_time_rise_with_it_and_fall_with_the_number_of_nodes():
    rounds = np.array(
        [[SemidefiniteBound.rounds_within(s, n) for n in (3, 50, 500, 2000)] for s in (0.0, 0.1, 1.0, 10.0)]
    )
    assert np.all(rounds[0] == 0)
    assert np.all(np.diff(rounds, axis=0) >= 0)
    assert np.all(np.diff(rounds, axis=1) <= 0)


def test_rounds_give_the_same_bound_every_time():
    problem = gaussian(40, 0)
    first, second = (fr.lower_bound(problem, stop=fr.Stop(rounds=20)) for _ in range(2))
    assert first.value == second.value


def test_a_limit_does_not_wait_for_a_step():
    """Steps of 1200 nodes take about a second."""
    bound = SemidefiniteBound(gaussian(1200, 0))
    run = fr.Run(fr.Stop(seconds=0.3))
    began = time.perf_counter()
    bound.search(run, lambda: False)
    assert run.is_stopped
    assert time.perf_counter() - began < 2.0
    assert bound._n_steps == 0


def test_continues_where_it_was_stopped():
    problem = gaussian(60, 1)
    whole, _ = searched(problem, 4)
    bound = SemidefiniteBound(problem)
    while bound._n_steps < 24:
        bound.search(fr.Run(fr.Stop(seconds=0.003)), lambda: bound._n_steps >= 24)
    assert bound.value == whole.value


def test_ctrl_c_does_not_wait_for_a_step():
    script = """
        import numpy as np
        w = np.triu(np.random.default_rng(0).normal(size=(1200, 1200)), 1)
        problem = fr.as_problem(w, symmetrize="sum")
        print("ready", flush=True)
        found = fr.lower_bound(problem, stop=fr.Stop(seconds=1000))
        print(found.status.name, found.value >= problem.repelling_weight)
    """
    assert interrupted(script, seconds=1.0) == (0, "CANCELLED True\n")


def test_errors_reach_the_caller(monkeypatch):
    def fail(_):
        raise MemoryError("no room")

    monkeypatch.setattr("frenemy.bounds.semidefinite.dense_weights", fail)
    with pytest.raises(MemoryError, match="no room"):
        searched(gaussian(10, 0))


@pytest.mark.parametrize("n_nodes", [50, 150])
def test_one_pass_over_a_dense_problem_carries_it(n_nodes):
    problem = gaussian(n_nodes, 2)
    packed = fr.lower_bound(problem).value
    first, second = (fr.solve(problem, warn=False) for _ in range(2))
    assert first.energy - first.lower_bound < 0.5 * (first.energy - packed)
    assert first.lower_bound == second.lower_bound
    assert first.bounded(stop=fr.Stop(rounds=40)).gap <= first.gap


def test_one_pass_over_a_sparse_problem_does_without():
    problem = fr.affinity.planted(300, seed=1)[0]
    bounding = Bounding(problem)
    bounding.relax_dense(fr.Run(), seconds=10.0)
    assert bounding._semidefinite is None


def test_a_limit_too_short_for_many_steps_has_time_for_the_first_bound():
    problem = gaussian(300, 0)
    weights = dense_weights(problem)
    spectral = problem.total_weight - 0.5 * 300 * np.linalg.eigvalsh(weights)[-1]
    bounding = Bounding(problem)
    bounding.relax_dense(fr.Run(), seconds=0.02)
    assert SemidefiniteBound.rounds_within(0.02, 300) == 1
    assert bounding.value == pytest.approx(spectral)
    bounding.relax_dense(fr.Run(), seconds=0.02)  # has had its rounds
    assert bounding.value == pytest.approx(spectral)
    bounding.relax_dense(fr.Run(), seconds=0.5)
    assert bounding.value > spectral


def test_history_never_falls_where_conflicts_follow_the_first_bound():
    found = fr.lower_bound(gaussian(400, 0), stop=fr.Stop(seconds=1.0))
    bounds = [one.bound for one in found.history]
    assert np.all(np.diff(bounds) >= 0)
    assert found.value == max(bounds)
