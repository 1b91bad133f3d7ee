import os
import pickle
import signal
import sys
import threading
import time

import numpy as np
import pytest
from interrupted import interrupted
from reference import random_problem

import frenemy as fr


def test_result_tells_everything():
    problem = random_problem(60, 400, seed=1)
    result = fr.solve(problem, fr.AdaptiveICM(), seed=3)
    assert result.energy == problem.energy(result.labels)
    assert result.n_clusters == len(set(result.labels.tolist()))
    assert result.lower_bound <= result.energy
    assert result.gap == (result.energy - result.lower_bound) / abs(result.lower_bound)
    assert result.status is fr.Status.CONVERGED
    assert result.history[-1].energy == pytest.approx(result.energy)
    assert result.history[-1].n_clusters == result.n_clusters
    assert 0 <= result.history[0].seconds <= result.history[-1].seconds <= result.seconds
    assert (result.seed, result.solver) == (3, fr.AdaptiveICM())
    assert "n_clusters=" in repr(result)
    assert np.array_equal(pickle.loads(pickle.dumps(result)).labels, result.labels)


def test_gap_is_defined_when_energy_and_bound_are_zero():
    result = fr.solve(np.ones((3, 3)))
    assert (result.energy, result.lower_bound, result.gap, result.status) == (0.0, 0.0, 0.0, fr.Status.OPTIMAL)


def test_the_default_needs_no_choice():
    assert fr.solve(np.array([[0, 1, -1], [1, 0, -1], [-1, -1, 0]])).labels.tolist() == [0, 0, 1]


def test_start_is_improved_on():
    problem = random_problem(40, 300, seed=2)
    start = np.random.default_rng(0).integers(-3, 4, 40)
    for name, solver in fr.SOLVERS.items():
        assert fr.solve(problem, solver(), start=start).energy <= problem.energy(start), name


def test_bad_arguments_are_named():
    problem = random_problem(5, 6, seed=0)
    with pytest.raises(ValueError, match=r"start must have shape \(5,\)"):
        fr.solve(problem, start=[0, 1])
    with pytest.raises(ValueError, match="unknown solver 'swap'; there are automatic, .*; did you mean 'warm_swap'"):
        fr.solve(problem, "swap")
    with pytest.raises(ValueError, match="seed must be"):
        fr.solve(problem, seed=-2)


def test_limits_are_a_status():
    problem = random_problem(300, 3000, seed=3)
    assert fr.solve(problem, fr.AdaptiveICM(), stop=fr.Stop(rounds=1)).status is fr.Status.ROUND_LIMIT
    assert fr.solve(problem, fr.AdaptiveICM(), stop=fr.Stop(target=-1.0)).status is fr.Status.TARGET_REACHED
    for solver in fr.SOLVERS.values():
        result = fr.solve(problem, solver(), stop=fr.Stop(seconds=0), warn=False)  # one cluster has all nodes
        assert (result.status, result.energy, result.n_clusters) == (fr.Status.TIME_LIMIT, 0.0, 1)


def test_on_round_sees_every_round_and_can_stop():
    problem = random_problem(300, 3000, seed=3)
    seen = []
    whole = fr.solve(problem, on_round=seen.append)
    assert [p.energy for p in seen] == [r.energy for r in whole.history]
    for progress in seen:
        assert progress.energy == pytest.approx(problem.energy(progress.labels))
    cut = fr.solve(problem, on_round=lambda p: p.round == 2)
    assert (cut.status, len(cut.history)) == (fr.Status.CANCELLED, 2)


def test_an_error_in_on_round_comes_out():
    def fail(_):
        raise RuntimeError("not today")

    with pytest.raises(RuntimeError, match="not today"):
        fr.solve(random_problem(50, 200, seed=0), on_round=fail)


def test_threads_do_not_change_labels():
    problem = random_problem(200, 1500, seed=4)
    assert np.array_equal(fr.solve(problem, threads=1).labels, fr.solve(problem, threads=2).labels)


def test_several_solves_at_once():
    """The GIL is released and nothing is shared: threads get the answers that they would get alone."""
    problem = random_problem(400, 4000, seed=5)
    alone = [fr.solve(problem, seed=s).labels for s in range(4)]
    together = [None] * 4

    def work(s):
        together[s] = fr.solve(problem, seed=s).labels

    threads = [threading.Thread(target=work, args=(s,)) for s in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(a, b) for a, b in zip(alone, together, strict=True))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by POSIX means")
@pytest.mark.parametrize("solver", list(fr.SOLVERS))
def test_ctrl_c_gives_back_the_best_so_far(solver):
    """A real process gets a real SIGINT in the middle of a solve."""
    n_nodes = 4000 if solver == "dense_evolve" else 100_000  # it stores a matrix
    script = f"""
    problem = random_problem({n_nodes}, 1_000_000, seed=1)
    print("ready", flush=True)
    def again(problem, start, run):  # until cancelled, as some solvers end too soon
        while not run.expired():
            labels = fr.SOLVERS[{solver!r}]()(problem, start, run)
        return labels
    result = fr.solve(problem, again)
    assert result.energy == problem.energy(result.labels) <= 0
    print(result.status.name, flush=True)
    """
    assert interrupted(script, seconds=0.3) == (0, "CANCELLED\n")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by POSIX means")
def test_ctrl_c_in_a_python_solver():
    """The first one cancels, so that the solver can end in order; a second one gets through to those that do not."""
    problem = random_problem(30, 100, seed=0)

    def listening(_, start, run):
        os.kill(os.getpid(), signal.SIGINT)
        while not run.expired():
            pass
        return start

    assert fr.solve(problem, listening, warn=False).status is fr.Status.CANCELLED  # one cluster has all nodes

    def deaf(_problem, start, _run):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(10)
        return start

    with pytest.raises(KeyboardInterrupt):
        fr.solve(problem, deaf)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_thread_can_cancel():
    problem = random_problem(20_000, 400_000, seed=1)
    run = fr.Run()
    threading.Timer(0.1, run.cancel).start()
    labels = fr.ExpandExplore()(problem, np.zeros(problem.n_nodes, np.int32), run)
    assert run.status is fr.Status.CANCELLED
    assert problem.energy(labels) <= 0
