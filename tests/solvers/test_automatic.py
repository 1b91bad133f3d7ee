"""What is picked when nothing is chosen."""

import itertools

import numpy as np
import pytest
from reference import random_problem

import frenemy as fr


def planned(problem, stop=None):
    return fr.Automatic().plan(problem, stop or fr.Stop())


def test_one_pass_without_limits_and_a_search_from_its_labels_with_them():
    problem = random_problem(20_000, 200_000, seed=0)
    one_pass = planned(problem)
    assert one_pass == fr.Multilevel(sweeps=71, members=2, passes=1)
    search = planned(problem, fr.Stop(seconds=1))
    assert search == fr.Chain((one_pass, fr.Evolve(patience=12)))


def test_reduces_where_most_are_bound_to_one_other():
    rng = np.random.default_rng(0)
    tree = fr.Problem.from_edges(np.arange(1, 200), rng.integers(0, np.arange(1, 200)), rng.normal(size=199))
    assert isinstance(planned(tree), fr.Reduced)
    assert isinstance(planned(tree, fr.Stop(seconds=1)), fr.Reduced)
    assert not isinstance(planned(tree, fr.Stop(seconds=1e-6)), fr.Reduced), "there is no time for it"


def test_on_a_card():
    automatic = fr.Automatic(device="gpu")
    planted = random_problem(2000, 20_000, seed=0)
    assert automatic.plan(planted, fr.Stop()) == fr.GpuMultilevel()
    assert automatic.plan(planted, fr.Stop(seconds=1)) == fr.GpuEvolve()
    path = fr.Problem.from_edges(np.arange(200), np.arange(1, 201), np.random.default_rng(0).normal(size=200))
    assert automatic.plan(path, fr.Stop()) == fr.Reduced(fr.GpuMultilevel())
    with pytest.raises(ValueError, match="device must be 'cpu' or 'gpu', got 'tpu'"):
        fr.Automatic(device="tpu")


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
    loose = random_problem(2000, 6000, seed=3)
    side = np.arange(900).reshape(30, 30)
    u = np.concatenate([side[:, 1:].ravel(), side[1:].ravel(), side[1:, 1:].ravel()])
    v = np.concatenate([side[:, :-1].ravel(), side[:-1].ravel(), side[:-1, :-1].ravel()])
    grid = fr.Problem.from_edges(u, v, np.random.default_rng(0).choice([1.0, -1.0], len(u), p=[0.8, 0.2]))
    knit = (loose, grid)
    assert [type(planned(problem)) for problem in knit] == [fr.Multilevel, fr.Evolve]
    monkeypatch.setattr("frenemy.solvers.automatic._WORK", 1000)
    assert [planned(problem).sweeps for problem in knit] == [60, 24]
    assert [planned(problem).members for problem in knit] == [2, 3]
    monkeypatch.setattr("frenemy.solvers.automatic._MANY_PAIRS", 1000)
    assert [planned(problem) for problem in knit] == [fr.Anneal(sweeps=32), fr.Multilevel(16, 1, 1)]


def test_anneals_longer_where_good_clusterings_differ():
    """Planted groups are recombined; random pairs are not, nor what hangs on a few nodes."""
    rng = np.random.default_rng(0)
    group = np.arange(2000) // 40
    u = rng.integers(0, 2000, 3000)
    near = 40 * group[u] + (u + rng.integers(1, 40, 3000)) % 40
    ends = np.concatenate((u, u)), np.concatenate(((u + rng.integers(1, 2000, 3000)) % 2000, near))
    planted = fr.Problem.from_edges(*ends, np.where(group[ends[0]] == group[ends[1]], 1.0, -1.0), n_nodes=2000)
    hub, other = rng.integers(0, 20, 8000), rng.integers(20, 2000, 8000)
    hubs = fr.Problem.from_edges(hub, other, rng.choice([1.0, -1.0], 8000), n_nodes=2000)
    assert isinstance(planned(planted), fr.Evolve)
    assert planned(random_problem(2000, 6000, seed=3)) == fr.Multilevel(sweeps=4000, members=2, passes=1)
    assert isinstance(planned(hubs), fr.Multilevel)
    unlisted = fr.Problem.from_edges(*planted.edges(), n_nodes=2000, missing=-0.1)
    assert not isinstance(planned(unlisted), fr.Multilevel)


@pytest.mark.not_sanitized
@pytest.mark.parametrize("missing", [0.0, -0.3])
def test_with_time_at_most_the_energy_of_one_pass(missing):
    for seed in range(3):
        problem = random_problem(300, 1500, seed=seed, missing=missing)
        one_pass = fr.solve(problem, seed=seed, warn=False)
        searched = fr.solve(problem, seed=seed, stop=fr.Stop(seconds=10, rounds=60), warn=False)
        assert searched.energy <= one_pass.energy + 1e-9
        assert all(b.energy <= a.energy for a, b in itertools.pairwise(searched.history))


def test_the_result_tells():
    problem = random_problem(100, 1500, seed=1)
    assert fr.solve(problem).solver == planned(problem)


@pytest.mark.parametrize("stop", [None, 1.0])
def test_what_nothing_attracts_is_alone(stop):
    for u, v, w in (([], [], []), ([0], [1], [1.0]), ([0, 2], [1, 3], [1.0, -1.0])):
        labels = fr.solve(fr.Problem.from_edges(u, v, w, n_nodes=6), stop=stop, warn=False).labels
        assert len(set(labels.tolist())) == 6 - sum(x > 0 for x in w)


def test_without_extra_work_small_problems_get_the_pass_of_large_ones():
    short = fr.Automatic(extra_work=False)
    for problem in (random_problem(2000, 6000, seed=3), random_problem(20_000, 60_000, seed=0)):
        assert short.plan(problem, fr.Stop()) == fr.Multilevel(sweeps=60, members=2, passes=1)
    dense = random_problem(100, 1500, seed=1)
    assert isinstance(short.plan(dense, fr.Stop()), fr.Multilevel)
    search = short.plan(dense, fr.Stop(seconds=1))
    assert isinstance(search, fr.DenseTrial), "with a limit the time is used"

    small = random_problem(200, 1500, seed=2)
    result, whole = fr.solve(small, short), fr.solve(small)
    assert result.energy == pytest.approx(small.energy(result.labels))
    assert result.lower_bound <= whole.lower_bound + 1e-9, "its bound takes less work"
    weights = small.edges()[2]
    assert result.lower_bound > weights[weights < 0.0].sum(), "it is packed all the same"
