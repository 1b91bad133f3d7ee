"""Four threads that use one problem at the same time, which on a free-threaded Python really is the same time."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from reference import random_problem

import frenemy as fr
from frenemy.run import Run

N_THREADS = 4


def by_all(work):
    """What each of the threads gets; they begin together."""
    begin = threading.Barrier(N_THREADS)

    def at_once(k):
        begin.wait()
        return work(k)

    with ThreadPoolExecutor(N_THREADS) as pool:
        return list(pool.map(at_once, range(N_THREADS)))


def test_solves_find_what_one_alone_finds():
    problem = random_problem(200, 2000, 1, mean=0.1)
    for solver in (fr.Multilevel(), fr.KernighanLin(), fr.WarmSwap(), fr.AdaptiveICM()):
        alone = fr.solve(problem, solver, seed=5).labels
        for found in by_all(lambda _, solver=solver: fr.solve(problem, solver, seed=5, threads=2).labels):
            assert np.array_equal(found, alone)


def test_answers_are_those_of_one_alone():
    problem = fr.constraints.cannot_link(random_problem(60, 300, 2, mean=0.2), [(0, 1), (2, 3)])
    labels = fr.solve(problem, seed=1).labels

    def work(_):
        draws = fr.posterior(problem, pairs=[(4, 5)], n_samples=200, seed=3)
        return problem.energy(labels), problem.total_weight, len(problem.edges()[0]), draws.energies.tolist()

    alone = work(0)
    assert all(found == alone for found in by_all(work))


def test_one_thread_cancels_the_run_of_another():
    problem = random_problem(2000, 20_000, 1, mean=0.2)

    def work(k):
        run = Run(seed=k)
        timer = threading.Timer(0.05, run.core.cancel)
        timer.start()
        fr.Evolve(patience=10**6)(problem, np.zeros(problem.n_nodes, np.int32), run)
        timer.join()
        return run.status

    assert by_all(work) == [fr.Status.CANCELLED] * N_THREADS
