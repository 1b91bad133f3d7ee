"""What was, what is and what was undone: a line of states to go back and forth on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

State = TypeVar("State")


@dataclass(frozen=True, eq=False)
class History(Generic[State]):
    """A line of states, one of them the present. It does not change: every step gives a new one.

    Parameters
    ----------
    present : state
        Anything that is not changed itself.
    past, future : tuple of states
        What :meth:`undo` and :meth:`redo` go to: the last of the past first, the first of the future first.
    most : int
        How many states of the past are kept; older ones are forgotten.

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
    most: int = 1000

    @property
    def can_undo(self) -> bool:
        return bool(self.past)

    @property
    def can_redo(self) -> bool:
        return bool(self.future)

    def push(self, state: State) -> History[State]:
        """With a new present, from which :meth:`undo` comes back here; what was undone is gone."""
        return replace(self, present=state, past=(*self.past, self.present)[-self.most :], future=())

    def amend(self, state: State) -> History[State]:
        """With another present in place of this one: no step of its own."""
        return replace(self, present=state)

    def undo(self) -> History[State]:
        """As it was before the last step; an error if there was none."""
        if not self.past:
            raise ValueError("there is nothing to undo: no step was made; see can_undo")
        return replace(self, present=self.past[-1], past=self.past[:-1], future=(self.present, *self.future))

    def redo(self) -> History[State]:
        """As it was before the last undo; an error if there was none, or another step since."""
        if not self.future:
            raise ValueError("there is nothing to redo: the last step was not undone; see can_redo")
        return replace(self, present=self.future[0], past=(*self.past, self.present), future=self.future[1:])

    def forget(self) -> History[State]:
        """The present alone."""
        return replace(self, past=(), future=())
