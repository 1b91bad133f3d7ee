import time

import frenemy as fr
from frenemy.apps.segmentation.cut.shared_limits import SharedLimits

PROBLEM, _ = fr.affinity.planted(30, seed=1)


def test_each_solve_gets_half_of_the_time_that_is_left():
    first = SharedLimits(fr.Stop(seconds=200.0, rounds=7)).for_next()
    assert 80.0 < first.seconds <= 100.0
    assert first.rounds == 7
    limits = SharedLimits(fr.Stop(seconds=0.05))
    time.sleep(0.06)
    assert limits.for_next().seconds == 0.0
    assert SharedLimits(None).for_next() is None
    assert SharedLimits(fr.Stop(rounds=2)).for_next() == fr.Stop(rounds=2)


def test_a_limit_that_was_reached_is_told_from_then_on():
    limits = SharedLimits(None)
    done, cut_short = fr.solve(PROBLEM), fr.solve(PROBLEM, stop=fr.Stop(seconds=0))
    assert limits.with_status(done) is done
    assert limits.with_status(cut_short).status is fr.Status.TIME_LIMIT
    assert limits.with_status(done).status is fr.Status.TIME_LIMIT
