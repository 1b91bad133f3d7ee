"""What a person decided about pairs of things, step by step: corrections and answers, with undo and redo."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Action = Literal["join", "split", "move", "together", "apart", "question", "forget"]
#: What a step can be.
ACTIONS: tuple[Action, ...] = ("join", "split", "move", "together", "apart", "question", "forget")


@dataclass(frozen=True)
class Decision:
    """What was said about one pair.

    Attributes
    ----------
    u, v : int
        The things, in any order.
    is_same : bool or None
        Together or apart; None takes back what was said before.
    """

    u: int
    v: int
    is_same: bool | None

    @property
    def pair(self) -> tuple[int, int]:
        """The smaller number first."""
        return (self.u, self.v) if self.u <= self.v else (self.v, self.u)


@dataclass(frozen=True)
class Step:
    """What a person did at once: one undo takes all of it back."""

    action: Action
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class Steps:
    """All steps. It does not change: every method returns new steps.

    Attributes
    ----------
    done : tuple of Step
        In order.
    undone : tuple of Step
        Those that can be redone, the next first.

    Examples
    --------
    >>> from frenemy.apps.explore.decisions import Decision, Step, Steps
    >>> steps = Steps().add(Step("join", (Decision(0, 1, True),))).add(Step("apart", (Decision(1, 0, False),)))
    >>> steps.decisions
    (Decision(u=1, v=0, is_same=False),)
    >>> steps.undo().decisions, steps.undo().redo() == steps
    ((Decision(u=0, v=1, is_same=True),), True)
    """

    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What holds: the last word on each pair, in the order of the steps."""
        last: dict[tuple[int, int], Decision] = {}
        for step in self.done:
            for one in step.decisions:
                last.pop(one.pair, None)
                last[one.pair] = one
        return tuple(one for one in last.values() if one.is_same is not None)

    def add(self, step: Step) -> Steps:
        """With a new step; what was undone can no longer be redone."""
        return Steps((*self.done, step))

    def undo(self) -> Steps:
        """As before the last step; an error if there is none."""
        if not self.done:
            raise ValueError("there is nothing to undo")
        return Steps(self.done[:-1], (self.done[-1], *self.undone))

    def redo(self) -> Steps:
        """As before the last undo; an error if there is none, or a newer step."""
        if not self.undone:
            raise ValueError("there is nothing to redo")
        return Steps((*self.done, self.undone[0]), self.undone[1:])
