"""Draws from the posterior, against the probabilities of all partitions."""

import sys

import numpy as np
import pytest
from enumerated import all_pairs, all_partitions, check, exact
from hypothesis import given, settings
from hypothesis import strategies as st
from interrupted import interrupted
from reference import PROBLEMS, problems, random_problem

import frenemy as fr
from frenemy import _core, constraints
from frenemy.run import Run

NONE = np.empty(0, np.int32)
KINDS = {"both": (True, -1), "gibbs": (True, 0), "split_merge": (False, 8)}


def random_kind(missing, *, sizes=False, n=6, seed=0):
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    keep = rng.random(len(u)) < 0.6
    s = rng.integers(0, 4, n) / 2 if sizes else None
    return fr.Problem.from_edges(
        u[keep], v[keep], rng.normal(0, 1.5, int(keep.sum())), n_nodes=n, missing=missing, sizes=s
    )


SMALL = {
    "plain": random_kind(0.0),
    "unlisted_repel": random_kind(-0.7),
    "unlisted_attract": random_kind(0.3),
    "unlisted_repel_sizes": random_kind(-0.5, sizes=True),
    "unlisted_attract_sizes": random_kind(0.2, sizes=True, seed=3),
    "two_parts": fr.Problem.from_edges([0, 1, 3, 4], [1, 2, 4, 5], [1.0, -1.0, 2.0, 0.5]),
    "strangers": fr.Problem.from_edges([], [], [], n_nodes=5),
    "strangers_that_repel": fr.Problem.from_edges([], [], [], n_nodes=5, missing=-1.0),
    "eight_nodes": random_kind(0.0, n=8, seed=5),
}
small = pytest.mark.parametrize("problem", SMALL.values(), ids=SMALL)


# -------------------------------------------------------------------------------------------------- against enumeration


@small
def test_probabilities_are_those_of_all_partitions(problem):
    found = fr.posterior(problem, pairs=all_pairs(problem), n_samples=40_000)
    assert found.status == fr.Status.CONVERGED
    assert found.is_mixed
    assert found.n_samples >= 40_000
    assert found.standard_errors.max() < 0.01
    check(problem, found)


@settings(max_examples=40)
@given(problem=problems(max_nodes=6), temperature=st.sampled_from([0.5, 1.0, 3.0]))
def test_of_any_small_problem(problem, temperature):
    found = fr.posterior(problem, pairs=all_pairs(problem), n_samples=8000, temperature=temperature)
    check(problem, found, errors=6.0, temperature=temperature)


@pytest.mark.parametrize("name", PROBLEMS)
def test_of_the_named_problems(name):
    problem, _ = PROBLEMS[name]
    if name == "far_apart_scales":
        problem = fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [800.0, -1e-300, 1e-300])  # so that exp is above 0
    check(problem, fr.posterior(problem, pairs=all_pairs(problem), n_samples=8000), errors=6.0)


def test_standard_errors_are_what_they_say():
    """Off by as much as they say over many seeds: the squares of the ratios average to about 1."""
    problem = SMALL["plain"]
    together, _ = exact(problem, all_pairs(problem))
    found = [fr.posterior(problem, pairs=all_pairs(problem), n_samples=1000, seed=seed) for seed in range(60)]
    ratios = np.array([(f.probabilities - together) / f.standard_errors for f in found])
    assert 0.8 < np.sqrt((ratios**2).mean()) < 1.25


# ----------------------------------------------------------------------------------------------- one kind of move alone


def chain_of_states(problem, kind, n_sweeps, *, seed=0, per_sweep=None):
    """Which partition a chain was in after each sweep, told by its energy; the problem must have no two alike."""
    has_gibbs, n_split_merges = KINDS[kind]
    start = np.arange(problem.n_nodes, dtype=np.int32)
    records = _core.sample_partitions(
        problem.graph, [(start, False)], NONE, NONE, NONE, NONE, NONE, NONE, 1.0, n_sweeps, has_gibbs,
        n_split_merges if per_sweep is None else per_sweep, Run(seed=seed).core,
    )  # fmt: skip
    _, energies, probabilities = all_partitions(problem)
    order = np.argsort(energies)
    assert np.diff(energies[order]).min() > 1e-6
    states = np.searchsorted(energies[order] - 5e-7, records[0][0], side="right") - 1
    assert np.allclose(energies[order][states], records[0][0], atol=1e-7)
    return states, probabilities[order]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("missing", [0.0, -0.6, 0.4])
@pytest.mark.parametrize("sizes", [False, True])
def test_each_kind_of_move_visits_partitions_by_their_probability(kind, missing, sizes):
    n = 5
    rng = np.random.default_rng(7)
    u, v = np.triu_indices(n, 1)
    s = rng.uniform(0.5, 2.0, n) if sizes else None
    problem = fr.Problem.from_edges(u[:-1], v[:-1], rng.normal(0, 0.8, len(u) - 1), n_nodes=n, missing=missing, sizes=s)
    if missing == 0.0:  # the pair without weight would leave partitions with the same energy
        problem = fr.Problem.from_edges(u, v, rng.normal(0, 0.8, len(u)), n_nodes=n)
    states, probabilities = chain_of_states(problem, kind, 40_000)
    seen = np.bincount(states, minlength=len(probabilities)) / len(states)
    assert len(probabilities) == 52
    # Draws of one chain depend on each other: room for four times the variance of independent ones.
    error = 2 * np.sqrt(probabilities * (1 - probabilities) / len(states))
    assert (np.abs(seen - probabilities) <= 4.5 * error + 1e-4).all()


@pytest.mark.parametrize("missing", [0.0, -0.6, 0.4])
def test_split_merge_is_in_detailed_balance(missing):
    """With one proposal at a time, every step is made as often as the step back."""
    rng = np.random.default_rng(3)
    u, v = np.triu_indices(4, 1)
    problem = fr.Problem.from_edges(u, v, rng.normal(0.2, 1.0, len(u)), n_nodes=4, missing=missing)
    states, probabilities = chain_of_states(problem, "split_merge", 300_000, per_sweep=1)
    steps = np.zeros((len(probabilities),) * 2)
    np.add.at(steps, (states[:-1], states[1:]), 1)
    off = np.abs(steps - steps.T) / np.sqrt(np.maximum(steps + steps.T, 1))
    assert off.max() < 4.5
    # 15 partitions of 4 nodes; splits and merges lead from each to others.
    assert (steps > 0).sum() > 60


# ---------------------------------------------------------------------------------------------------------- constraints


@pytest.mark.parametrize("missing", [0.0, -0.5, 0.3])
def test_constraints_hold_in_every_draw(missing):
    rng = np.random.default_rng(11)
    u, v = np.triu_indices(7, 1)
    keep = rng.random(len(u)) < 0.6
    problem = fr.Problem.from_edges(u[keep], v[keep], rng.normal(0.3, 1.0, int(keep.sum())), n_nodes=7, missing=missing)
    groups = np.array([0, 0, -1, 1, 1, -1, 1])
    known = constraints.must_link(problem, [(0, 5)])
    known = constraints.cannot_link(known, [(2, 4), (5, 6)])
    known = constraints.at_most_one_per_group(known, groups)

    def keeps(labels):
        is_joined = labels[0] == labels[5]
        is_apart = labels[2] != labels[4] and labels[5] != labels[6]
        named = [list(zip(groups, labels, strict=True)).count((g, c)) for g in (0, 1) for c in range(7)]
        return is_joined and is_apart and max(named) <= 1

    found = fr.posterior(known, pairs=all_pairs(problem), n_samples=40_000)
    assert found.status == fr.Status.CONVERGED
    assert found.probability_of(0, 5) == 1.0
    for i, j in [(2, 4), (5, 6), (0, 6), (0, 1), (3, 4), (6, 3)]:
        assert found.probability_of(i, j) == 0.0
    check(problem, found, keeps=keeps)
    energies = np.unique(all_partitions(problem, keeps=keeps)[1].round(6))
    assert np.isin(found.energies.round(6), energies).all()


def test_a_group_as_large_as_the_problem():
    """One node of it in every cluster; the draw among clusters meets many that are closed."""
    problem = constraints.at_most_one_per_group(fr.Problem.from_edges([], [], [], n_nodes=300), np.zeros(300, int))
    found = fr.posterior(problem, pairs=[(0, 1)], n_samples=40)
    assert (found.cluster_counts == 300).all()
    assert found.probabilities[0] == 0.0


# -------------------------------------------------------------------------------------------------- same answer, limits


def test_same_seed_same_answer_on_any_number_of_threads():
    problem = random_problem(200, 2000, 1, mean=0.3)
    one, *others = (fr.posterior(problem, n_samples=200, seed=5, threads=threads) for threads in (1, 1, 2, 9))
    for other in others:
        assert np.array_equal(one.probabilities, other.probabilities)
        assert np.array_equal(one.standard_errors, other.standard_errors)
        assert np.array_equal(one.energies, other.energies)
    assert not np.array_equal(one.energies, fr.posterior(problem, n_samples=200, seed=6).energies)


@pytest.mark.parametrize("missing", [0.0, -0.2, 0.1])
def test_energies_and_counts_do_not_drift(missing):
    """Summed up move by move over hundreds of sweeps, and still those of partitions."""
    problem = random_kind(missing, n=5, seed=2)
    found = fr.posterior(problem, n_samples=8000)
    energies = np.unique(all_partitions(problem)[1].round(8))
    distance = np.abs(found.energies.reshape(-1, 1) - energies).min(axis=1)
    assert distance.max() < 1e-7


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_a_time_limit_gives_the_estimate_so_far(threads, seconds):
    problem = random_problem(2000, 20_000, 1, mean=0.2)
    found = fr.posterior(problem, n_samples=10**9, stop=fr.Stop(seconds=seconds), threads=threads)
    assert found.status == fr.Status.TIME_LIMIT
    assert found.probabilities.shape == (problem.n_edges,)
    assert ((found.probabilities >= 0) & (found.probabilities <= 1)).all()
    assert np.isfinite(found.standard_errors).all()
    assert 1 <= len(found.energies) <= 4, "there may be no time to begin them all"
    assert "TIME_LIMIT" in repr(found)


def test_a_time_limit_with_constraints():
    problem = constraints.must_link(random_problem(2000, 20_000, 1), [(i, i + 1) for i in range(0, 500, 2)])
    problem = constraints.cannot_link(problem, [(0, 2), (0, 4)])
    for seconds in (0.0, 0.05):
        found = fr.posterior(problem, pairs=[(0, 1), (0, 2)], n_samples=10**9, stop=fr.Stop(seconds=seconds))
        assert found.status == fr.Status.TIME_LIMIT
        assert found.probabilities.tolist() == [1.0, 0.0]


def test_ctrl_c_gives_the_estimate_so_far():
    script = """
    problem = random_problem(2000, 20_000, 1, mean=0.2)
    print("ready", flush=True)
    found = fr.posterior(problem, n_samples=10**9, threads=2)
    print(found.status.name, len(found.probabilities) == problem.n_edges, found.n_samples > 0)
    """
    code, output = interrupted(script, seconds=0.4)
    assert code == 0
    assert output == "CANCELLED True True\n"


def test_too_few_draws_are_no_convergence():
    found = fr.posterior(SMALL["plain"], n_samples=4)
    assert found.status == fr.Status.ROUND_LIMIT
    assert not found.is_mixed


# --------------------------------------------------------------------------------------------------------- what it says


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_to_be_unsure_of(n):
    found = fr.posterior(fr.Problem.from_edges([], [], [], n_nodes=n))
    assert found.status == fr.Status.CONVERGED
    assert found.n_clusters_interval() == (n, n)
    assert found.mean_n_clusters == n
    assert found.pairs.shape == (0, 2)


def test_number_of_clusters():
    found = fr.posterior(SMALL["strangers"], n_samples=20_000)
    # Partitions of 5 nodes into 1..5 clusters: 1, 15, 25, 10, 1 of 52 (Stirling numbers of the second kind).
    values, probabilities = found.n_clusters()
    assert values.tolist() == [1, 2, 3, 4, 5]
    assert probabilities == pytest.approx(np.array([1, 15, 25, 10, 1]) / 52, abs=0.02)
    assert found.mean_n_clusters == pytest.approx((1 + 30 + 75 + 40 + 5) / 52, abs=0.03)
    assert found.n_clusters_interval(0.5) == (2, 3)
    assert found.n_clusters_interval(1.0) == (1, 5)
    with pytest.raises(ValueError, match="level must be above 0 and at most 1, got 95"):
        found.n_clusters_interval(95)


def test_pairs_come_back_as_asked():
    found = fr.posterior(SMALL["plain"], pairs=[(3, 1), (1, 3), (2, 2)], n_samples=2000)
    assert found.pairs.tolist() == [[3, 1], [1, 3], [2, 2]]
    assert found.probabilities[0] == found.probabilities[1] == found.probability_of(1, 3) == found.probability_of(3, 1)
    assert found.probabilities[2] == 1.0
    assert found.standard_errors[2] == 0.0
    assert found.probability_of(4, 4) == 1.0
    with pytest.raises(ValueError, match="the pair 0, 1 was not estimated"):
        found.probability_of(0, 1)


def test_listed_pairs_are_the_default():
    found = fr.posterior(SMALL["plain"], n_samples=100)
    u, v, _ = SMALL["plain"].edges()
    assert np.array_equal(found.pairs, np.stack((u, v), axis=1))
    assert repr(found).startswith(f"Posterior(n_pairs={len(u)}, n_clusters=")
    assert fr.posterior(SMALL["plain"], pairs=[], n_samples=100).pairs.shape == (0, 2)


def test_a_matrix_will_do():
    found = fr.posterior(np.array([[0.0, 1.0], [1.0, 0.0]]), n_samples=4000)
    assert found.probabilities[0] == pytest.approx(np.e / (1 + np.e), abs=0.04)


@pytest.mark.parametrize("weight", [1e300, -1e300, 1e-300])
def test_weights_beyond_what_exp_takes(weight):
    found = fr.posterior(fr.Problem.from_edges([0, 1, 2], [1, 2, 3], [weight, 1.0, -weight]), n_samples=400)
    together = {1e300: 1.0, -1e300: 0.0}.get(weight)
    if together is not None:
        assert found.probability_of(0, 1) == together
        assert found.probability_of(2, 3) == 1.0 - together


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_samples": 0}, "n_samples must be a whole number in 1..1000000000000000, got 0"),
        ({"n_samples": 2.5}, "n_samples must be a whole number in 1..1000000000000000, got 2.5"),
        ({"n_samples": 10**30}, "n_samples must be a whole number in 1..1000000000000000, got 1"),
        ({"n_chains": 1}, "n_chains must be a whole number in 2..1000 .one chain cannot be checked., got 1"),
        ({"temperature": 0.0}, "temperature must be finite and above 0, got 0.0"),
        ({"temperature": float("nan")}, "temperature must be finite and above 0, got nan"),
        ({"temperature": 5e-324}, "the weights over it must have a finite sum, got 4.94066e-324"),
        ({"pairs": [(0, 6)]}, "node ids must be in 0..5, got 6 at pair 0"),
        ({"pairs": [(0, 1, 2)]}, "pairs must have two columns, one row per pair, got shape"),
        ({"pairs": [(0, 0.5)]}, "pairs must be whole numbers, got 0.5 at pair 0"),
        ({"stop": fr.Stop(rounds=3)}, "posterior can be limited in seconds only"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"threads": 0}, "threads must be a whole number of at least 1, got 0"),
    ],
)
def test_bad_input_says_what_and_where(arguments, message):
    with pytest.raises(ValueError, match=message):
        fr.posterior(SMALL["plain"], **arguments)


def test_too_many_listed_pairs(monkeypatch):
    module = sys.modules["frenemy.posterior.posterior"]
    monkeypatch.setattr(module, "MAX_LISTED_PAIRS", 3)
    with pytest.raises(ValueError, match="name the pairs to estimate"):
        fr.posterior(SMALL["plain"])
    assert len(fr.posterior(SMALL["plain"], pairs=[(0, 1)], n_samples=8).pairs) == 1
