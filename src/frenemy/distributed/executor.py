"""Who does the work: tasks go in, results come out as they are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

#: Something to do, in this process or another: picklable, reads and writes files, gives back a little JSON.
Task = Callable[[], Any]


class Executor(Protocol):
    """Runs tasks, in any order and any number at once.

    A task may run twice, if a worker was lost: it writes whole files, so that does no harm. One that raises ends the
    run with its error.
    """

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        """The position of each task and what it gave back, as soon as it is done."""
        ...


class Here:
    """One after the other, in this process."""

    def run(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Any]]:
        for at, task in enumerate(tasks):
            yield at, task()
