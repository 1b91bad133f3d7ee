import time

import pytest

from frenemy.apps.segmentation.stages import Stages


def test_time_within_a_stage_is_not_counted_twice():
    stages = Stages()
    with stages.stage("outer"):
        time.sleep(0.02)
        with stages.stage("inner"):
            time.sleep(0.05)
        with stages.stage("inner"):
            time.sleep(0.05)
    assert list(stages.seconds) == ["outer", "inner"]
    assert stages.seconds["inner"] >= 0.1
    assert 0.02 <= stages.seconds["outer"] < stages.seconds["inner"]


def test_shares_are_told_within_their_bounds():
    told = []
    with Stages(lambda *one: told.append(one)).stage("work") as tell:
        tell(0.5)
        tell(7)
    assert told == [("work", 0.0), ("work", 0.5), ("work", 1.0), ("work", 1.0)]


def test_a_stage_that_fails_has_its_time():
    stages = Stages()
    with pytest.raises(RuntimeError), stages.stage("work"):
        raise RuntimeError
    assert "work" in stages.seconds
