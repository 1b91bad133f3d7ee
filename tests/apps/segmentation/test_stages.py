import pytest

from frenemy.apps.segmentation.cut import stages as module
from frenemy.apps.segmentation.cut.stages import Stages


def test_time_within_a_stage_is_not_counted_twice(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(module, "perf_counter", lambda: now[0])
    stages = Stages()
    with stages.stage("outer"):
        now[0] += 2.0
        with stages.stage("inner"):
            now[0] += 5.0
        with stages.stage("inner"):
            now[0] += 6.0
        now[0] += 0.5
    assert list(stages.seconds.items()) == [("outer", 2.5), ("inner", 11.0)]


def test_shares_are_told_within_their_bounds():
    told = []
    with Stages(lambda *one: told.append(one)).stage("work") as report:
        report(0.5)
        report(7)
    assert told == [("work", 0.0), ("work", 0.5), ("work", 1.0), ("work", 1.0)]


def test_a_stage_that_fails_has_its_time():
    stages = Stages()
    with pytest.raises(RuntimeError), stages.stage("work"):
        raise RuntimeError
    assert "work" in stages.seconds
