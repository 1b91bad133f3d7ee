"""A history does what two piles of states do, whatever the order of its steps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from frenemy.apps.history import History

STEPS = st.lists(st.sampled_from(["push", "amend", "undo", "redo", "forget"]), max_size=30)


def played(steps, most):
    """After each step the history, and the same told by two lists that are changed in place."""
    history, past, present, future = History(0, max_past=most), [], 0, []
    yield history, past, present, future
    for state, step in enumerate(steps, 1):
        if step == "push":
            history = history.push(state)
            past, present, future = [*past, present][-most:], state, []
        elif step == "amend":
            history = history.amend(state)
            present = state
        elif step == "forget":
            history = history.forget()
            past, future = [], []
        elif step == "undo" and past:
            history = history.undo()
            future.insert(0, present)
            present = past.pop()
        elif step == "redo" and future:
            history = history.redo()
            past.append(present)
            present = future.pop(0)
        yield history, past, present, future


@given(STEPS, st.integers(1, 5))
def test_it_is_two_piles_and_what_lies_between(steps, most):
    for history, past, present, future in played(steps, most):
        assert (list(history.past), history.present, list(history.future)) == (past, present, future)
        assert (history.can_undo, history.can_redo) == (bool(past), bool(future))
        assert len(history.past) <= most


@given(STEPS, st.integers(1, 5))
def test_undo_and_redo_take_each_other_back(steps, most):
    *_, (history, *_) = played(steps, most)
    if history.can_undo:
        assert vars(history.undo().redo()) == vars(history)
    if history.can_redo:
        assert vars(history.redo().undo()) == vars(history)
    assert history.push("new").undo().present == history.present


def test_a_step_leaves_the_history_before_it_as_it_was():
    before = History("a").push("b")
    before.push("c"), before.amend("d"), before.undo(), before.forget()
    assert (before.past, before.present, before.future) == (("a",), "b", ())


def test_there_may_be_nothing_to_go_to():
    history = History("a")
    with pytest.raises(ValueError, match="nothing to undo"):
        history.undo()
    with pytest.raises(ValueError, match="nothing to redo"):
        history.redo()
    with pytest.raises(ValueError, match="nothing to redo"):
        history.push("b").undo().push("c").redo()
