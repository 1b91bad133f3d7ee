"""The interface of executors, the one that runs tasks in this process, and the errors they share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol, runtime_checkable

#: A unit of work for any process: picklable, reads and writes files, returns a small JSON value.
Task = Callable[[], Any]
#: The index of each task and its result, in order of completion.
Results = Generator[tuple[int, Any], None, None]

RESUME = "Run it again with the same scratch folder to resume"
USE_LESS_MEMORY = "use fewer workers, or start over with a smaller memory_limit and a new scratch folder"


class WorkersLost(RuntimeError):
    """Workers died repeatedly, or the connection to their scheduler is lost."""


@runtime_checkable
class SendableTask(Protocol):
    """A task that a process can also do without the files: :meth:`keep` of what the :meth:`sent` function returns."""

    def sent(self) -> Task:
        """A function that holds all it needs."""
        ...

    def keep(self, found: Any) -> Any:
        """Write what the function has found; the result of the task."""
        ...


class Executor(Protocol):
    """Runs tasks, in any order and any number at once.

    If a worker is lost, its task may run twice; this is safe because tasks write whole files. A task that raises ends
    the run with its own error. Closing the results cancels the tasks that have not started.
    """

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        """Run all tasks of a stage; the name of the stage is for display only."""
        ...


class SerialExecutor:
    """Runs tasks one after the other in this process."""

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:  # noqa: ARG002
        for at, task in enumerate(tasks):
            yield at, task()


def workers_died(stage: str, times: int) -> WorkersLost:
    """The error for a task whose workers died at every attempt."""
    plural = "" if times == 1 else "s"
    return WorkersLost(
        f"stage {stage!r}: the worker of one task died {times} time{plural}. {RESUME}; if memory ran out, "
        f"{USE_LESS_MEMORY}"
    )
