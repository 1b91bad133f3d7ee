"""What is picked when nothing is chosen."""

import numpy as np
from reference import random_problem

import frenemy as fr


def planned(problem, stop=None):
    return fr.Automatic().plan(problem, stop or fr.Stop())


def test_one_pass_without_limits_and_a_search_with_them():
    problem = random_problem(2000, 20000, seed=0)
    assert planned(problem) == fr.Multilevel(sweeps=60, members=2, passes=1)
    search = planned(problem, fr.Stop(seconds=1))
    assert isinstance(search, fr.Evolve)
    assert search.patience > 0


def test_reduces_where_most_are_bound_to_one_other():
    rng = np.random.default_rng(0)
    tree = fr.Problem.from_edges(np.arange(1, 200), rng.integers(0, np.arange(1, 200)), rng.normal(size=199))
    assert isinstance(planned(tree), fr.Reduced)
    assert isinstance(planned(tree, fr.Stop(seconds=1)), fr.Reduced)
    assert not isinstance(planned(tree, fr.Stop(seconds=1e-6)), fr.Reduced), "there is no time for it"


def test_reduces_small_groups_of_which_strangers_repel():
    def cliques(size):
        u, v = np.triu_indices(size, 1)
        begins = size * np.arange(200)[:, None]
        ends = (begins + u).ravel(), (begins + v).ravel()
        return fr.Problem.from_edges(*ends, np.ones(len(ends[0])), n_nodes=200 * size, missing=-1.0)

    assert isinstance(planned(cliques(4)), fr.Reduced)
    assert not isinstance(planned(cliques(4), fr.Stop(seconds=1e-6)), fr.Reduced), "there is no time for it"
    assert not isinstance(planned(cliques(12)), fr.Reduced), "rules would look at too many triples"


def test_by_how_tightly_they_are_knit(monkeypatch):
    loose, medium = random_problem(2000, 6000, seed=3), random_problem(500, 6000, seed=3)
    side = np.arange(900).reshape(30, 30)
    u = np.concatenate([side[:, 1:].ravel(), side[1:].ravel(), side[1:, 1:].ravel()])
    v = np.concatenate([side[:, :-1].ravel(), side[:-1].ravel(), side[:-1, :-1].ravel()])
    grid = fr.Problem.from_edges(u, v, np.random.default_rng(0).choice([1.0, -1.0], len(u), p=[0.8, 0.2]))
    knit = (loose, medium, grid)
    assert [planned(problem).sweeps for problem in knit] == [60, 60, 24]
    assert [planned(problem).members for problem in knit] == [2, 2, 3]
    monkeypatch.setattr("frenemy.solvers.automatic._FEW_PAIRS", 1000)
    assert [planned(problem).members for problem in knit] == [2, 1, 3]
    monkeypatch.setattr("frenemy.solvers.automatic._MANY_PAIRS", 1000)
    one = fr.Multilevel(sweeps=16, members=1, passes=1)
    assert [planned(problem) for problem in knit] == [fr.Anneal(sweeps=32), fr.Anneal(sweeps=32), one]


def test_the_result_tells():
    problem = random_problem(100, 1500, seed=1)
    assert fr.solve(problem).solver == planned(problem)
