"""What is Exact's own: the best clustering, the bound that proves it, and limits that lose neither."""

import json
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import PROBLEMS, check_result, is_one_optimal, least_energy, problems, random_problem, same_partition
from slowness import SLOWDOWN

import frenemy as fr
from frenemy.solvers.exact.branch_and_cut import BranchAndCut, weight_step

pytest.importorskip("highspy", reason="the extra 'exact' is not installed")


def solved(problem, *, start=None, stop=None, solver=None, on_round=None):
    """Labels, energy and the bound that was proved on the way."""
    run = fr.Run(stop, on_round=on_round)
    start = np.zeros(problem.n_nodes, np.int32) if start is None else problem.check_labels(start)
    labels = (solver or fr.Exact())(problem, start, run)
    return labels, problem.energy(labels), run


def check_proven(problem, optimum, **how):
    labels, energy, run = solved(problem, **how)
    assert energy == pytest.approx(optimum, rel=1e-9, abs=1e-12)
    assert run.lower_bound == pytest.approx(energy, rel=1e-9, abs=1e-300)
    assert run.status is fr.Status.CONVERGED
    return labels


@pytest.mark.parametrize("name", PROBLEMS)
def test_named_problems(name):
    problem, optimum = PROBLEMS[name]
    check_proven(problem, optimum)
    check_result(problem, fr.solve(problem, fr.Exact()))


@given(problem=problems(max_nodes=8))
def test_small_problems_against_all_partitions(problem):
    check_proven(problem, least_energy(problem))


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(5, 8), missing=st.sampled_from([0.0, -0.3, -1.0, 0.2]))
def test_real_weights_against_all_partitions(seed, n, missing):
    problem = random_problem(n, 4 * n, seed=seed, missing=missing)
    check_proven(problem, least_energy(problem))


@given(seed=st.integers(0, 2**32 - 1), is_whole=st.booleans())
def test_without_reductions_and_from_a_poor_start(seed, is_whole):
    """The rules solve most small problems alone; here all the work is that of cuts and branches."""
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(8, 1)
    weights = rng.integers(-4, 5, len(u)).astype(float) if is_whole else rng.normal(size=len(u))
    problem = fr.Problem.from_edges(u, v, weights, n_nodes=8)
    search = BranchAndCut(problem, np.zeros(8, np.int32), fr.Run())
    search.solve()
    assert search.is_proven
    assert search.energy == pytest.approx(least_energy(problem), abs=1e-9)
    assert problem.energy(search.labels) == search.energy
    assert search.bound == pytest.approx(search.energy, abs=1e-9)


def test_a_gap_that_only_branches_close():
    """Dense and random: the program alone leaves fractions, so that the search has to branch."""
    problem = random_problem(26, 320, seed=5)
    search = BranchAndCut(problem, np.zeros(26, np.int32), fr.Run())
    search.solve()
    assert search.is_proven
    again = fr.solve(problem, fr.Evolve(), stop=fr.Stop(rounds=200))
    assert search.energy == pytest.approx(again.energy)


def test_parts_are_solved_on_their_own():
    one = random_problem(12, 60, seed=3)
    u, v, w = one.edges()
    both = fr.Problem.from_edges(np.r_[u, u + 12, 0], np.r_[v, v + 12, 12], np.r_[w, w, -1.0], n_nodes=24)
    _, energy, _ = solved(one)
    labels = check_proven(both, 2 * energy - 1.0)
    assert not set(labels[:12]) & set(labels[12:])


@pytest.mark.parametrize("name", ["image-seg", "knott-3d-150", "knott-3d-450", "CREMI-C", "karate"])
def test_real_sub_problems(name, shared_data):
    (file,) = [f for f in (shared_data / "small_opt_json").glob("*.json") if name.lower() in f.name.lower()]
    for instance in json.loads(file.read_text())[::5]:
        u, v, w = zip(*instance["edges"], strict=True)
        problem = fr.Problem.from_edges(np.array(u, int), np.array(v, int), w, n_nodes=instance["n"])
        _, energy, run = solved(problem)
        assert energy == pytest.approx(instance["cplex"], rel=1e-6, abs=1e-6)
        assert run.lower_bound == pytest.approx(energy, rel=1e-9)


def test_the_start_is_kept_if_nothing_is_better():
    problem = random_problem(14, 60, seed=2)
    best, energy, _ = solved(problem)
    again, energy_again, _ = solved(problem, start=best)
    assert energy_again == energy
    assert is_one_optimal(problem, again)


def test_constraints_hold_and_nothing_false_is_claimed():
    problem = random_problem(8, 20, seed=4)
    apart = fr.constraints.cannot_link(problem, [[0, 1], [2, 3]])
    together = fr.constraints.must_link(apart, [[4, 5]])
    result = fr.solve(together, fr.Exact())
    assert result.labels[0] != result.labels[1]
    assert result.labels[2] != result.labels[3]
    assert result.labels[4] == result.labels[5]
    assert result.lower_bound <= result.energy
    assert result.energy >= least_energy(problem) - 1e-9


def test_inner_runs_keep_their_bounds_for_themselves():
    problem = random_problem(10, 30, seed=6)
    run = fr.Run()
    inner = run.inner(lambda _: False)
    inner.bound_found(-1.0)
    assert (run.lower_bound, inner.lower_bound) == (-np.inf, -1.0)
    run.bound_found(-3.0)
    run.bound_found(-5.0)
    assert run.lower_bound == -3.0
    assert solved(problem, solver=fr.Chain((fr.LocalMoves(), fr.Exact())))[2].lower_bound > -np.inf


# --------------------------------------------------------------------------------------------------------------- limits


def hard_problem():
    """Far more than seconds."""
    return random_problem(150, 3000, seed=1)


def test_a_time_limit_keeps_the_best_clustering_and_the_bound():
    problem = hard_problem()
    quick = fr.solve(problem, fr.LocalMoves()).energy
    _, energy, run = solved(problem, stop=fr.Stop(seconds=max(1.0, 0.2 * SLOWDOWN)))
    assert run.status is fr.Status.TIME_LIMIT
    assert energy < quick
    assert problem.repelling_weight < run.lower_bound < energy


def test_no_time_at_all():
    problem = hard_problem()
    labels, energy, run = solved(problem, stop=fr.Stop(seconds=0.0))
    assert energy == 0.0
    assert same_partition(labels, np.zeros(150, int))
    assert run.lower_bound <= energy


def test_rounds_tell_the_whole_problem():
    problem = random_problem(40, 100, seed=8)
    told = []

    def check(progress):
        assert progress.energy == pytest.approx(problem.energy(progress.labels))
        told.append(progress.energy)

    _, energy, _ = solved(problem, on_round=check)
    assert told == sorted(told, reverse=True)
    assert told[-1] == pytest.approx(energy)


def test_cancelled_from_a_round():
    _, energy, run = solved(hard_problem(), on_round=lambda progress: progress.round >= 3)
    assert run.status is fr.Status.CANCELLED
    assert run.lower_bound <= energy < 0.0


# ------------------------------------------------------------------------------------------------------------ bad input


def test_too_large_says_what_it_takes():
    problem = random_problem(60, 700, seed=0)
    with pytest.raises(ValueError, match=r"too large for Exact: .* 60 nodes .* at most 100 \(max_pairs\)"):
        fr.solve(problem, fr.Exact(max_pairs=100))
    repelling = random_problem(60, 700, seed=0, missing=-0.1)
    with pytest.raises(ValueError, match=r"and 1770 pairs"):
        fr.solve(repelling, fr.Exact(max_pairs=1000))
    attracting = random_problem(60, 700, seed=0, missing=0.1)
    with pytest.raises(ValueError, match=r"and 1770 pairs"):
        fr.solve(attracting, fr.Exact(max_pairs=1000))
    with pytest.raises(ValueError, match="max_pairs must be a whole number of at least 1, got 0"):
        fr.Exact(max_pairs=0)


def test_without_highspy_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(ImportError, match=r"pip install \"frenemy\[exact\]\""):
        fr.solve(PROBLEMS["split_triangle"][0], fr.Exact())


def test_pickles():
    solver = fr.Exact(max_pairs=10_000)
    assert pickle.loads(pickle.dumps(solver)) == solver
    problem = random_problem(20, 80, seed=9)
    first = solved(problem)[0]
    assert np.array_equal(first, solved(problem, solver=pickle.loads(pickle.dumps(fr.Exact())))[0])


@pytest.mark.parametrize("factor", [2.0**-900, 1e-6, 1e6, 2.0**900])
def test_weights_of_any_size(factor):
    problem = random_problem(12, 50, seed=11)
    u, v, w = problem.edges()
    _, energy, _ = solved(problem)
    check_proven(fr.Problem.from_edges(u, v, factor * w, n_nodes=12), factor * energy)


def test_weights_far_apart():
    rng = np.random.default_rng(0)
    u, v, w = random_problem(8, 40, seed=11).edges()
    wild = fr.Problem.from_edges(u, v, w * 10.0 ** rng.integers(-6, 7, len(w)), n_nodes=8)
    _, energy, run = solved(wild)
    assert energy == pytest.approx(least_energy(wild), rel=1e-9)
    assert run.lower_bound == pytest.approx(energy, rel=1e-9)


def test_weight_step():
    assert weight_step(np.array([2.0, -4.0, 6.0])) == 2.0
    assert weight_step(np.array([0.5, 1.25])) == 0.25
    assert weight_step(np.array([0.1, 0.3])) == pytest.approx(0.1)
    assert weight_step(np.array([np.pi, 1.0])) == 0.0
    assert weight_step(np.empty(0)) == 0.0
