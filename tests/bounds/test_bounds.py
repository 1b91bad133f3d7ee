"""No clustering goes below a bound, at any moment of its making; and it comes near."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interrupted import interrupted
from reference import PROBLEMS, least_energy, pair_weights, partitions, problems, random_problem

import frenemy as fr

ROUNDS = fr.Stop(rounds=40)


@given(problem=problems(max_nodes=7))
def test_valid_at_every_moment_and_never_falls(problem):
    optimum = least_energy(problem)
    for stop in (None, ROUNDS):
        bound = fr.lower_bound(problem, stop=stop)
        values = [problem.repelling_weight - 1e-9, *(r.bound for r in bound.history), bound.value]
        assert np.all(np.diff(values) >= 0)
        assert bound.value <= optimum + 1e-9


@given(problem=problems(max_nodes=7), seed=st.integers(0, 2**32))
def test_valid_for_any_weights(problem, seed):
    """Weights of all sizes, nothing round about them."""
    rng = np.random.default_rng(seed)
    u, v, w = problem.edges()
    w = w * np.exp(rng.normal(0, 3, len(w)))
    rough = fr.Problem.from_edges(u, v, w, n_nodes=problem.n_nodes, missing=problem.missing, sizes=problem.sizes)
    optimum = least_energy(rough)
    for stop in (None, ROUNDS):
        assert fr.lower_bound(rough, stop=stop).value <= optimum + 1e-9 * (1 + np.abs(w).sum())


@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(name):
    problem, optimum = PROBLEMS[name]
    bound = fr.lower_bound(problem, stop=ROUNDS)
    assert bound.value <= optimum
    if problem.missing <= 0:
        assert bound.value == pytest.approx(optimum), "rules alone solve all of these"


def test_conflicts_of_all_lengths():
    """A cycle of attracting pairs with one that repels, of 3 to 12 nodes: the least of its weights has to be paid."""
    for n in range(3, 13):
        weights = [2.0] * n
        weights[n // 2] = 1.0
        weights[-1] = -3.0
        cycle = fr.Problem.from_edges(np.arange(n), (np.arange(n) + 1) % n, weights)
        assert fr.lower_bound(cycle).value == -3.0 + 1.0


def test_unlisted_pairs_are_part_of_conflicts():
    """A star: two of its n pairs at most can be kept without keeping an unlisted pair together. So n - 1 are cut."""
    n = 6
    star = fr.Problem.from_edges(np.zeros(n, int), np.arange(1, n + 1), np.ones(n), missing=-1.0)
    repelling = -n * (n - 1) / 2
    assert fr.solve(star).energy == repelling + n - 1
    # Packed greedily, three triangles; at half a price each, every second pair is paid for.
    assert repelling + 3 <= fr.lower_bound(star).value <= repelling + n - 1


def test_more_time_brings_the_linear_program():
    """Conflicts overlap here, so that a greedy packing falls short of the best fractional one."""
    problem = random_problem(60, 400, seed=3)
    packed = fr.lower_bound(problem)
    searched = fr.lower_bound(problem, stop=fr.Stop(seconds=20))
    assert packed.value < searched.value - 0.5
    assert searched.status is fr.Status.CONVERGED
    assert searched.value <= fr.solve(problem, stop=fr.Stop(rounds=30)).energy


def test_whole_weights_give_whole_bounds():
    rng = np.random.default_rng(0)
    u, v = rng.integers(40, size=(2, 200))
    keep = u != v
    problem = fr.Problem.from_edges(u[keep], v[keep], rng.integers(-3, 4, keep.sum()), n_nodes=40)
    bound = fr.lower_bound(problem, stop=fr.Stop(rounds=60)).value
    assert bound == round(bound)
    assert bound <= fr.solve(problem, stop=fr.Stop(rounds=50)).energy


def test_a_target_that_is_reached_ends_it():
    problem = random_problem(60, 400, seed=3)
    goal = fr.lower_bound(problem).value
    bound = fr.lower_bound(problem, stop=fr.Stop(target=goal))
    assert bound.status is fr.Status.TARGET_REACHED
    assert bound.value >= goal - 1e-6


def test_on_round_is_told_and_may_stop_it():
    told = []
    bound = fr.lower_bound(
        random_problem(60, 400, seed=3),
        stop=fr.Stop(seconds=60),
        on_round=lambda r: told.append(r) or len(told) == 3,
    )
    assert bound.status is fr.Status.CANCELLED
    assert tuple(told) == bound.history
    assert bound.value == told[-1].bound


def test_limits_give_back_what_there_is():
    problem = random_problem(20_000, 200_000, seed=1)
    bound = fr.lower_bound(problem, stop=fr.Stop(seconds=0.05))
    assert bound.status is fr.Status.TIME_LIMIT
    assert problem.repelling_weight <= bound.value <= fr.solve(problem, fr.LocalMoves()).energy
    assert fr.lower_bound(problem, stop=fr.Stop(seconds=0.0)).value == problem.repelling_weight


@pytest.mark.parametrize("seconds", [0.05, 0.6])
@pytest.mark.parametrize("function", ["lower_bound", "certify"])
def test_ctrl_c_gives_back_what_there_is(function, seconds):
    script = f"""
        problem = random_problem(100_000, 1_000_000, seed=1)
        least = problem.repelling_weight
        print("ready", flush=True)
        found = fr.{function}(problem, stop=fr.Stop(seconds=60))
        bound = found.value if hasattr(found, "value") else found.lower_bound
        print(found.status.name, bound >= least)
    """
    assert interrupted(script, seconds=seconds) == (0, "CANCELLED True\n")


def test_matrices_and_nothing_at_all():
    assert fr.lower_bound(np.array([[0, -2.0], [-2.0, 0]])).value == -2.0
    assert fr.lower_bound(np.zeros((0, 0))).value == 0.0
    with pytest.raises(ValueError, match="nan"):
        fr.lower_bound(np.array([[0, np.nan], [np.nan, 0]]))


@pytest.mark.parametrize("missing", [0.0, -0.1])
@pytest.mark.parametrize("seed", range(3))
def test_below_what_integer_programs_prove(seed, missing):
    pytest.importorskip("highspy")
    problem = random_problem(24, 90, seed, mean=0.2, missing=missing)
    optimum = fr.solve(problem, fr.Exact())
    assert optimum.status is fr.Status.OPTIMAL
    for stop in (None, fr.Stop(rounds=60)):
        bound = fr.lower_bound(problem, stop=stop).value
        assert problem.repelling_weight - 1e-9 <= bound <= optimum.energy + 1e-6


# ------------------------------------------------------------------------------------------------ on every result


@given(problem=problems(max_nodes=7))
def test_results_carry_a_bound(problem):
    optimum = least_energy(problem)
    result = fr.solve(problem)
    assert problem.repelling_weight - 1e-9 <= result.lower_bound <= optimum + 1e-9
    assert (result.status is fr.Status.OPTIMAL) == (result.gap <= 1e-9)
    assert 0.0 <= result.gap <= 1.0


def test_more_work_on_the_bound_of_a_result():
    problem = random_problem(60, 400, seed=3)
    result = fr.solve(problem)
    better = result.bounded(stop=fr.Stop(seconds=5))
    assert better.lower_bound > result.lower_bound
    assert (better.energy, better.history, better.status) == (result.energy, result.history, result.status)
    assert better.bounds[: len(result.bounds)] == result.bounds
    values = [b.bound for b in better.bounds]
    assert values == sorted(values)
    assert [b.seconds for b in better.bounds] == sorted(b.seconds for b in better.bounds)
    couple = fr.solve(fr.Problem.from_edges([0], [1], [1.0]))
    assert couple.bounded().status is fr.Status.OPTIMAL


def test_the_gap_is_defined_when_the_energy_is_0():
    # A pair of triangles that share a pair, each in conflict: the best is to cut nothing.
    problem = fr.Problem.from_edges([0, 1, 0, 1, 0], [1, 2, 2, 3, 3], [5.0, 5.0, -1.0, 5.0, -1.0])
    result = fr.solve(problem)
    assert (result.energy, result.gap, result.status) == (0.0, 0.0, fr.Status.OPTIMAL)


def test_a_search_ends_when_it_is_proven_done():
    """A time limit that nobody could wait for."""
    result = fr.solve(two_cliques(20), stop=fr.Stop(seconds=3600))
    assert result.status is fr.Status.OPTIMAL


def two_cliques(n):
    """Two groups; inside, all attract but for some pairs of each node that repel a little."""
    rng = np.random.default_rng(0)
    truth = np.arange(2 * n) // n
    w = np.where(truth[:, None] == truth[None, :], 1.0, -1.0)
    flips = rng.random(w.shape) < 0.05
    w = np.triu(np.where(flips, -0.5 * w, w), 1)
    return fr.as_problem(w + w.T)


@pytest.mark.parametrize("seed", range(12))
def test_bounds_with_constraints_hold_for_all_that_keeps_them(seed):
    problem = random_problem(7, 14, seed, mean=0.4, missing=[0.0, -0.3][seed % 2])
    cannot, must = np.random.default_rng(seed).permutation(7)[:4].reshape(2, 2)
    problem = fr.constraints.must_link(fr.constraints.cannot_link(problem, [cannot]), [must])
    w = pair_weights(problem)
    (a, b), (c, d) = cannot, must
    kept = [p for p in partitions(7) if p[a] != p[b] and p[c] == p[d]]
    optimum = min(0.5 * float(w[p[:, None] != p[None, :]].sum()) for p in kept)
    for stop in (None, fr.Stop(seconds=0.3)):
        result = fr.solve(problem, stop=stop)
        assert result.lower_bound <= optimum + 1e-9
        if result.status is fr.Status.OPTIMAL:
            assert result.energy == pytest.approx(optimum)


@pytest.mark.parametrize("seed", range(6))
def test_proofs_of_solvers_hold_under_constraints(seed):
    pytest.importorskip("highspy")
    problem = random_problem(7, 14, seed, mean=0.4)
    cannot, must = np.random.default_rng(seed).permutation(7)[:4].reshape(2, 2)
    problem = fr.constraints.must_link(fr.constraints.cannot_link(problem, [cannot]), [must])
    (a, b), (c, d) = cannot, must
    w = pair_weights(problem)
    kept = [p for p in partitions(7) if p[a] != p[b] and p[c] == p[d]]
    result = fr.solve(problem, fr.Exact())
    assert result.status is fr.Status.OPTIMAL
    assert result.energy == pytest.approx(min(0.5 * float(w[p[:, None] != p[None, :]].sum()) for p in kept))


# ------------------------------------------------------------------------------------------------ real problems


@pytest.mark.not_sanitized
def test_below_the_optima_on_record(shared_data):
    """Of each file some problems: never above the optimum, and on it nearly everywhere."""
    n_equal = n_all = 0
    for file in sorted((shared_data / "small_opt_json").glob("*.json")):
        for entry in json.loads(file.read_text())[:8]:
            u, v, w = zip(*entry["edges"], strict=True)
            problem = fr.Problem.from_edges(u, v, w, n_nodes=entry["n"])
            bound = fr.lower_bound(problem, stop=fr.Stop(rounds=100)).value
            scale = 1e-6 * np.abs(w).sum()
            assert bound <= entry["cplex"] + scale
            n_equal += bound >= entry["cplex"] - scale
            n_all += 1
    assert n_equal >= 0.5 * n_all


def test_congress_is_proven(shared_data):
    problem = fr.io.read(shared_data / "signed" / "congress.csv").problem
    result = fr.solve(problem, stop=fr.Stop(seconds=60))
    assert (result.energy, result.status) == (-89.0, fr.Status.OPTIMAL)
