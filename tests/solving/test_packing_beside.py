"""The bound of large problems is packed in a thread beside the solve."""

import threading
import time

import numpy as np
import pytest
from reference import random_problem

import frenemy as fr
from frenemy.bounds import Bounding
from frenemy.run import Run
from frenemy.solving.packing_beside import PackingBeside


@pytest.fixture(autouse=True)
def _worth_it_for_small_problems(monkeypatch):
    monkeypatch.setattr("frenemy.solving.bound_tracker._PAIRS_WORTH_A_THREAD", 100)
    monkeypatch.setattr("frenemy.solving.bound_tracker._MIN_VISITS", 2_000)


def is_any_left():
    return any(thread.name == "frenemy bound" for thread in threading.enumerate())


def proven():
    """Cliques of positive weight that repel each other: the bound is the energy."""
    group = np.arange(300) // 10
    u, v = np.triu_indices(300, 1)
    kept = np.random.default_rng(0).random(len(u)) < 0.2
    u, v = u[kept], v[kept]
    return fr.Problem.from_edges(u, v, np.where(group[u] == group[v], 1.0, -1.0), n_nodes=300)


@pytest.mark.parametrize(
    "problem",
    [random_problem(400, 3000, 1), random_problem(1000, 1100, 2), random_problem(2000, 8000, 3, mean=0.2), proven()],
    ids=["random", "reduced", "attracting", "proven"],
)
def test_the_same_bound_on_any_number_of_threads(problem):
    alone, beside = (fr.solve(problem, fr.Automatic(), threads=threads, warn=False) for threads in (1, 3))
    assert np.array_equal(alone.labels, beside.labels)
    assert (alone.lower_bound, alone.status) == (beside.lower_bound, beside.status)
    assert [line.bound for line in alone.bounds] == [line.bound for line in beside.bounds]
    assert not is_any_left()


def test_only_one_thread_packs_at_a_time(monkeypatch):
    """Also where the solver is done before the first step is."""
    pack, packing = Bounding.pack, threading.Lock()

    def alone(self, run, *, max_visits=None):
        assert packing.acquire(blocking=False)
        try:
            time.sleep(0.1)
            pack(self, run, max_visits=max_visits)
        finally:
            packing.release()

    monkeypatch.setattr(Bounding, "pack", alone)
    problem = random_problem(2000, 8000, 3, mean=0.2)
    alone_found, beside = (
        fr.solve(problem, lambda _, start, __: start, threads=threads, warn=False) for threads in (1, 2)
    )
    assert alone_found.lower_bound == beside.lower_bound


def test_ends_with_a_solver_that_fails(monkeypatch):
    monkeypatch.setattr("frenemy.solving.bound_tracker._MIN_VISITS", 2**40)

    def failing(*_):
        assert is_any_left()
        raise RuntimeError("no labels")

    with pytest.raises(RuntimeError, match="no labels"):
        fr.solve(random_problem(100_000, 500_000, 1), failing, threads=2)
    assert not is_any_left()


def test_not_where_it_would_take_time_from_a_search():
    def solver(_, start, __):
        assert not is_any_left()
        return start

    fr.solve(random_problem(400, 3000, 1), solver, threads=2, stop=fr.Stop(seconds=1), warn=False)
    fr.solve(random_problem(400, 3000, 1), solver, threads=1, warn=False)


def test_a_cancelled_run_does_not_wait():
    run = Run()
    run.cancel()
    beside = PackingBeside(Bounding(random_problem(100_000, 500_000, 1)), [2**40])
    assert beside.step(0, run) == []
    assert not is_any_left()


def test_its_errors_are_raised():
    class Failing(Bounding):
        def pack(self, *_, **__):
            raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        PackingBeside(Failing(random_problem(10, 20, 1)), [100]).step(0, Run())
