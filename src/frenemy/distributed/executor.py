"""Who does the work: tasks go in, results come out as they are done."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol

#: Something to do, in this process or another: picklable, reads and writes files, gives back a little JSON.
Task = Callable[[], Any]
#: The position of each task and what it gave back, as soon as it is done.
Results = Generator[tuple[int, Any], None, None]

GO_ON = "Run it again with the same scratch folder to go on from here"
LESS_AT_ONCE = "with fewer workers, or anew with a smaller memory_limit and another scratch folder"


class WorkersLost(RuntimeError):
    """Workers died again and again, or who leads them is gone."""


class Executor(Protocol):
    """Runs tasks, in any order and any number at once.

    A task may run twice, if a worker was lost: it writes whole files, so that does no harm. One that raises ends the
    run with its error. When the results are closed, whatever is left is not begun.
    """

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        """Do all tasks of a stage, whose name is for people to see."""
        ...


class Here:
    """One after the other, in this process."""

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:  # noqa: ARG002
        for at, task in enumerate(tasks):
            yield at, task()


def died_often(stage: str, times: int) -> WorkersLost:
    """What to say of a task whose workers died every time."""
    plural = "" if times == 1 else "s"
    return WorkersLost(
        f"while {stage!r} was done, the worker of one task died {times} time{plural}. {GO_ON}; if there was no memory "
        f"left, {LESS_AT_ONCE}"
    )
