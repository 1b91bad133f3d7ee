"""What is Anneal's own: cooling, and the ways of annealing for dense and for large problems."""

import numpy as np
import pytest
from interrupted import interrupted
from reference import random_problem

import frenemy as fr


def dense_problem(n=60, seed=0, missing=0.0):
    rng = np.random.default_rng(seed)
    u, v = np.triu_indices(n, 1)
    return fr.Problem.from_edges(u, v, rng.normal(size=len(u)), n_nodes=n, missing=missing)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"sweeps": 0}, "sweeps must be a whole number of at least 1, got 0"),
        ({"cold": 0.0}, "temperatures must be 0 < cold <= hot, got cold 0.0 and hot 1.0"),
        ({"hot": 0.01}, "temperatures must be 0 < cold <= hot, got cold 0.2 and hot 0.01"),
    ],
)
def test_parameters_that_make_no_sense(parameters, message):
    with pytest.raises(ValueError, match=message):
        fr.Anneal(**parameters)


def test_longer_is_better_on_average():
    problems = [random_problem(300, 2400, seed=seed) for seed in range(5)]
    short, long = (
        sum(fr.solve(problem, fr.Anneal(sweeps=sweeps)).energy for problem in problems) for sweeps in (5, 500)
    )
    assert long < short


@pytest.mark.parametrize("missing", [0.0, -0.2])
def test_dense_problems_are_annealed_by_a_table(missing):
    """Enough sweeps and pairs for the table; every cluster is proposed alike, so it beats the moves it ends with."""
    problem = dense_problem(missing=missing)
    annealed = fr.solve(problem, fr.Anneal(sweeps=400))
    assert annealed.energy == pytest.approx(problem.energy(annealed.labels), rel=1e-12)
    assert annealed.energy < fr.solve(problem, fr.LocalMoves(), start=np.arange(60)).energy


def test_strong_repulsion_does_not_heat_everything():
    """One pair that must not be together: the unit of temperature is that of what attracts."""
    problem = dense_problem(40)
    u, v, w = problem.edges()
    w = w.copy()
    w[0] = -1e9
    strict = fr.Problem.from_edges(u, v, w)
    free, held = fr.solve(problem, fr.Anneal(sweeps=400)), fr.solve(strict, fr.Anneal(sweeps=400))
    assert held.labels[u[0]] != held.labels[v[0]]
    assert problem.energy(held.labels) < 0.8 * free.energy


def test_ctrl_c_ends_many_short_sweeps():
    """A sweep over few pairs is shorter than the time between two looks at the clock."""
    code, output = interrupted(
        """
        problem, _ = fr.affinity.planted(300, sizes=[1, 1, 1], degree=8, noise=0.2)
        print("ready", flush=True)
        print(fr.solve(problem, fr.Anneal(sweeps=10**12)).status.name)
        """,
        seconds=0.3,
    )
    assert (code, output.strip()) == (0, "CANCELLED")
