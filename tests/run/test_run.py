import numpy as np
import pytest

import frenemy as fr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seconds": -1}, "seconds must not be negative, got -1"),
        ({"seconds": float("nan")}, "seconds must be a number, got nan"),
        ({"rounds": 0}, "rounds must be a whole number of at least 1, got 0"),
        ({"rounds": 1.5}, "rounds must be a whole number of at least 1, got 1.5"),
        ({"stall": 0}, "stall must be a whole number of at least 1, got 0"),
        ({"target": float("nan")}, "target must be a number, got nan"),
    ],
)
def test_bad_limits_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        fr.Stop(**arguments)


def test_bad_seeds_and_threads_are_named():
    with pytest.raises(ValueError, match="seed must be a whole number .*, got -1"):
        fr.Run(seed=-1)
    with pytest.raises(ValueError, match="seed must be .*, got 1.5"):
        fr.Run(seed=1.5)
    with pytest.raises(ValueError, match="threads must be .*, got 0"):
        fr.Run(threads=0)


def test_a_run_without_limits_goes_on():
    run = fr.Run()
    assert not run.expired()
    assert not run.round_done(-1.0, np.array([0, 1], np.int32))
    assert run.status is fr.Status.CONVERGED
    assert [(r.energy, r.n_clusters) for r in run.history] == [(-1.0, 2)]


@pytest.mark.parametrize(
    ("stop", "status", "n_rounds"),
    [
        (fr.Stop(rounds=3), fr.Status.ROUND_LIMIT, 3),
        (fr.Stop(target=-4.0), fr.Status.TARGET_REACHED, 4),
        (fr.Stop(stall=2), fr.Status.STALLED, 7),  # -1 .. -5 fall, then two rounds stay
        (fr.Stop(rounds=5, target=-2.0), fr.Status.TARGET_REACHED, 2),
        (fr.Stop(seconds=0), fr.Status.TIME_LIMIT, 1),
    ],
)
def test_the_first_limit_to_come_stops(stop, status, n_rounds):
    run = fr.Run(stop)
    labels = np.zeros(3, np.int32)
    for n_done in range(1, 20):
        if run.round_done(-min(n_done, 5), labels):
            break
    assert (n_done, run.status, len(run.history)) == (n_rounds, status, n_rounds)
    assert run.expired()


def test_cancel():
    run = fr.Run()
    run.cancel()
    assert run.expired()
    assert run.status is fr.Status.CANCELLED


def test_on_round_is_told_and_can_stop():
    told = []
    run = fr.Run(on_round=lambda progress: told.append(progress) or len(told) == 2)
    labels = np.array([0, 1, 1], np.int32)
    assert not run.round_done(-1.0, labels)
    assert run.round_done(-2.0, labels)
    assert [(p.round, p.energy, p.n_clusters, p.labels.tolist()) for p in told] == [
        (1, -1.0, 2, [0, 1, 1]),
        (2, -2.0, 2, [0, 1, 1]),
    ]
    assert run.status is fr.Status.CANCELLED


def test_only_true_stops():
    """A callback that happens to return something, such as the result of print or append, does not stop the run."""
    run = fr.Run(on_round=lambda _: "something")
    assert not run.round_done(-1.0, np.zeros(1, np.int32))


def test_an_error_in_on_round_comes_out():
    def fail(_):
        raise KeyError("mine")

    run = fr.Run(on_round=fail)
    with pytest.raises(KeyError, match="mine"):
        run.round_done(-1.0, np.zeros(1, np.int32))


def test_dice_depend_on_the_seed_alone():
    assert fr.Run(seed=5).rng().random() == fr.Run(fr.Stop(seconds=3), seed=5, threads=2).rng().random()
    assert fr.Run(seed=5).rng().random() != fr.Run(seed=6).rng().random()


def test_an_inner_run_has_its_own_rounds_and_the_outer_end():
    outer = fr.Run(fr.Stop(rounds=2), seed=3)
    inner = outer.inner(lambda progress: outer.round_done(progress.energy - 10.0, np.zeros(4, np.int32)))
    assert inner.seed == 3
    labels = np.array([0, 1], np.int32)
    assert not inner.round_done(-1.0, labels)
    assert inner.round_done(-2.0, labels)
    assert [(r.energy, r.n_clusters) for r in inner.history] == [(-1.0, 2), (-2.0, 2)]
    assert [(r.energy, r.n_clusters) for r in outer.history] == [(-11.0, 1), (-12.0, 1)]
    assert outer.status is fr.Status.ROUND_LIMIT
    assert inner.is_stopped


def test_an_inner_run_ends_with_the_outer_one():
    outer = fr.Run()
    inner = outer.inner(lambda _: None)
    assert not inner.expired()
    outer.cancel()
    assert inner.is_stopped
    assert inner.expired()
    assert inner.status is fr.Status.CANCELLED
    assert fr.Run(fr.Stop(seconds=0)).inner(lambda _: None).expired()
