"""Undo and redo: an immutable history of states."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

State = TypeVar("State")


@dataclass(frozen=True, eq=False)
class History(Generic[State]):
    """Past, present and future states. It does not change: every step returns a new history.

    Parameters
    ----------
    present : state
        Any immutable value.
    past, future : tuple of states
        States of :meth:`undo`, the latest last, and of :meth:`redo`, the next first.
    max_past : int
        Number of past states to keep; older ones are dropped.

    Examples
    --------
    >>> from frenemy.apps.history import History
    >>> history = History("a").push("b").push("c")
    >>> history.undo().present, history.undo().redo().present, history.undo().push("d").can_redo
    ('b', 'c', False)
    """

    present: State
    past: tuple[State, ...] = ()
    future: tuple[State, ...] = ()
    max_past: int = 1000

    @property
    def can_undo(self) -> bool:
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    def push(self, state: State) -> History[State]:
        """With a new present; the old one becomes the latest past state, and the future is dropped."""
        return replace(self, present=state, past=(*self.past, self.present)[-self.max_past :], future=())

    def amend(self, state: State) -> History[State]:
        """With another present, and no new step."""
        return replace(self, present=state)

    def undo(self) -> History[State]:
        """As before the last step; an error if there is none."""
        if not self.past:
            raise ValueError("there is nothing to undo; see can_undo")
        return replace(self, present=self.past[-1], past=self.past[:-1], future=(self.present, *self.future))

    def redo(self) -> History[State]:
        """As before the last undo; an error if there is none, or a newer step."""
        if not self.future:
            raise ValueError("there is nothing to redo; see can_redo")
        return replace(self, present=self.future[0], past=(*self.past, self.present), future=self.future[1:])

    def forget(self) -> History[State]:
        """The present alone."""
        return replace(self, past=(), future=())
