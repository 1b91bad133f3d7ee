"""What is Multilevel's own: members, passes, and where it begins."""

import numpy as np
import pytest
from reference import random_problem, same_partition

import frenemy as fr


@pytest.mark.parametrize("parameters", [{"sweeps": -1}, {"members": -1}, {"passes": 0}, {"passes": 1.5}])
def test_parameters_that_make_no_sense(parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least"):
        fr.Multilevel(**parameters)


def test_finds_what_is_hidden():
    problem, truth = fr.affinity.planted(2000, sizes=np.full(20, 100), degree=20, noise=0.1, seed=1)
    result = fr.solve(problem, fr.Multilevel())
    assert result.energy <= problem.energy(truth)
    assert same_partition(result.labels, truth)


def test_passes_are_rounds_and_the_last_finds_nothing():
    problem = random_problem(400, 3000, seed=3)
    result = fr.solve(problem, fr.Multilevel(passes=50))
    energies = [r.energy for r in result.history]
    assert len(energies) < 50
    assert energies[-1] == pytest.approx(energies[-2], rel=1e-12)
    assert len(fr.solve(problem, fr.Multilevel(members=0, passes=1)).history) == 1


def test_the_members_are_a_round():
    problem = random_problem(400, 3000, seed=3)
    members, whole = fr.solve(problem, fr.Multilevel(passes=1)).history
    assert whole.energy < members.energy


@pytest.mark.not_sanitized
def test_members_make_it_better():
    problems = [random_problem(400, 3000, seed=seed) for seed in range(10)]
    energies = [
        sum(fr.solve(problem, fr.Multilevel(members=members, passes=1)).energy for problem in problems)
        for members in (0, 1, 8)
    ]
    assert energies == sorted(energies, reverse=True)
    assert energies[-1] < energies[0]


@pytest.mark.parametrize("members", [0, 1, 3])
@pytest.mark.parametrize("missing", [0.0, -0.2, 0.2])
def test_members_know_unlisted_pairs(members, missing):
    problem = random_problem(150, 900, seed=9, missing=missing)
    result = fr.solve(problem, fr.Multilevel(members=members))
    assert result.energy == pytest.approx(problem.energy(result.labels))
    assert result.energy <= fr.solve(problem, fr.LocalMoves()).energy


def test_goes_on_from_a_start():
    problem = random_problem(400, 3000, seed=4)
    start = fr.solve(problem, fr.LocalMoves()).labels
    assert fr.solve(problem, fr.Multilevel(), start=start).energy < problem.energy(start)


def test_hubs_do_not_swallow_their_neighborhoods():
    """Random signs on a power-law graph: annealing from singletons makes clusters around hubs, which are far worse."""
    rng = np.random.default_rng(3)
    shares = np.cumsum((np.arange(3000) + 10.0) ** -0.7)
    u, v = np.searchsorted(shares, rng.random((2, 12_000)) * shares[-1])
    apart = u != v
    problem = fr.Problem.from_edges(u[apart], v[apart], rng.choice([-1.0, 1.0], int(apart.sum())), n_nodes=3000)
    greedy = fr.solve(problem, fr.GreedyAdditive()).energy
    assert fr.solve(problem, fr.Multilevel(passes=1)).energy < greedy
