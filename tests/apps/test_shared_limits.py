import time

import frenemy as fr
from frenemy.apps.segmentation.shared_limits import SharedLimits

PROBLEM, _ = fr.affinity.planted(30, seed=1)


def test_each_solve_gets_half_of_the_time_that_is_left():
    limits = SharedLimits(fr.Stop(seconds=0.2, rounds=7))
    first = limits.for_next()
    assert 0.08 < first.seconds <= 0.1
    assert first.rounds == 7
    time.sleep(0.25)
    assert limits.for_next().seconds == 0.0
    assert SharedLimits(None).for_next() is None
    assert SharedLimits(fr.Stop(rounds=2)).for_next() == fr.Stop(rounds=2)


def test_a_limit_that_was_reached_is_told_from_then_on():
    limits = SharedLimits(None)
    done, cut_short = fr.solve(PROBLEM), fr.solve(PROBLEM, stop=fr.Stop(seconds=0))
    assert limits.told(done) is done
    assert limits.told(cut_short).status is fr.Status.TIME_LIMIT
    assert limits.told(done).status is fr.Status.TIME_LIMIT
