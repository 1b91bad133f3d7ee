"""An update that fails or is interrupted at any step changes nothing: not the ids, not what a later update finds."""

import inspect
import os
import sys
from contextlib import suppress

import numpy as np
import pytest

import frenemy as fr

pa = pytest.importorskip("pyarrow")

PACKAGE = os.path.dirname(fr.__file__)


def first():
    pairs = pa.table(
        {
            "id_1": ["a", "c", "e", "g", "b", "h"],
            "id_2": ["b", "d", "f", "h", "c", "i"],
            "weight": [3.0, 3.0, 2.0, 1.0, -1.0, 0.5],
        }
    )
    nodes = pa.table({"id": list("abcdefghi"), "source": list("xyxyxyxyz")})
    return fr.find_entities(pairs, nodes, missing=-0.5, calibration="none", one_per="source", one_per_weight=1.0)


def update(found, **options):
    return found.update(
        pa.table({"id_1": ["j", "j", "e", "a"], "id_2": ["a", "c", "g", "b"], "weight": [4.0, 4.0, 3.0, -2.0]}),
        pa.table({"id": ["j", "k"], "source": ["z", "x"]}),
        must_link=pa.table({"id_1": ["h"], "id_2": ["k"]}),
        decisions=pa.table({"id_1": ["e"], "id_2": ["f"], "decision": ["different"]}),
        seed=3,
        **options,
    )


def seen(found):
    weights = found.problem.edges()[2].tolist()
    return found.table.to_pydict(), found.notes, found.n_entities, found.pairs.score.tolist(), weights


class Interrupt:
    """Raises an error at the n-th call of a function of the package."""

    def __init__(self, at, error):
        self.at, self.error, self.n_calls = at, error, 0

    def __call__(self, frame, event, _argument):
        # Generators are called once more when they are thrown away, where errors go nowhere.
        is_generator = frame.f_code.co_flags & inspect.CO_GENERATOR
        if event == "call" and not is_generator and frame.f_code.co_filename.startswith(PACKAGE):
            self.n_calls += 1
            if self.n_calls == self.at:
                raise self.error

    def run(self, function):
        sys.setprofile(self)
        try:
            return function()
        finally:
            sys.setprofile(None)


def places(n_calls, n):
    """So many calls, evenly over the update."""
    return np.linspace(1, n_calls, n).astype(int).tolist()


def test_an_update_that_ends_at_any_call_changes_nothing():
    expected = update(first())
    after, changes = seen(expected), expected.changes.to_pydict()
    found = first()
    before = seen(found)
    counting = Interrupt(0, None)
    update(found)  # what is computed on first use is there from now on
    counting.run(lambda: update(found))
    n_ended = 0
    for k, at in enumerate(places(counting.n_calls, 60)):
        try:
            Interrupt(at, (KeyboardInterrupt, MemoryError)[k % 2]).run(lambda: update(found))
        except (KeyboardInterrupt, MemoryError):
            n_ended += 1
        assert found.cluster_ids.to_pylist() == before[0]["cluster_id"]
    assert n_ended > 30  # an interrupt of the solver may be a result with the best labels so far
    assert seen(found) == before
    again = update(found)
    assert (seen(again), again.changes.to_pydict()) == (after, changes)


def test_the_first_update_indexes_all_and_may_be_interrupted_there():
    expected = seen(update(first()))
    counting = Interrupt(0, None)
    found = first()
    before = found.cluster_ids.to_pylist()
    counting.run(lambda: update(first()))
    for at in places(counting.n_calls, 10):
        found = first()
        with suppress(KeyboardInterrupt):
            Interrupt(at, KeyboardInterrupt).run(lambda found=found: update(found))
        assert found.cluster_ids.to_pylist() == before
        assert seen(update(found)) == expected


@pytest.mark.parametrize("stage", ["read", "weigh", "solve", "name", "explain"])
def test_a_failing_callback_changes_nothing(stage):
    found = first()
    before, expected = seen(found), seen(update(first()))

    def on_stage(name, _done):
        if name == stage:
            raise RuntimeError(stage)

    with pytest.raises(RuntimeError, match=stage):
        update(found, on_stage=on_stage)
    assert seen(found) == before
    assert seen(update(found)) == expected


def test_bad_tables_change_nothing():
    found = first()
    before, expected = seen(found), seen(update(first()))
    for bad in (
        pa.table({"id_1": ["a"], "id_2": ["b"], "weight": [np.nan]}),
        pa.table({"id_1": ["a"], "id_2": [None], "weight": [1.0]}),
        pa.table({"id_1": ["a"], "id_2": ["b"]}),
    ):
        with pytest.raises(ValueError, match="weight|null|missing|id"):
            found.update(bad)
    link = pa.table({"id_1": ["a"], "id_2": ["b"]})
    with pytest.raises(ValueError, match="must be apart, but must-links join them"):
        found.update(must_link=link, cannot_link=link)
    assert seen(found) == before
    assert seen(update(found)) == expected
