"""Work in napari's threads of which only the newest counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from napari.qt.threading import create_worker
from napari.utils.notifications import notification_manager

from frenemy.run import Cancelled, OnStage

Task = TypeVar("Task")
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class _Failure:
    error: Exception


class LatestJob(Generic[Task, Answer]):
    """Runs ``work(task, on_stage)`` in a thread. A newer task ends the running one and replaces the waiting one.

    All methods and callbacks belong to the thread of the windows. One thread works at a time, so that ``work`` may keep
    caches. An error of ``work`` becomes a notification of napari.

    Parameters
    ----------
    work : callable
        ``work(task, on_stage) -> answer``; ``on_stage`` raises :class:`Cancelled` to end it.
    on_answer : callable
        Called with the task and its answer.
    on_error : callable
        Called with the exception.
    on_change : callable
        Called when work has begun or ended.
    """

    def __init__(
        self,
        work: Callable[[Task, OnStage], Answer],
        *,
        on_answer: Callable[[Task, Answer], None],
        on_error: Callable[[Exception], None],
        on_change: Callable[[], None],
    ) -> None:
        self._work = work
        self._on_answer = on_answer
        self._on_error = on_error
        self._on_change = on_change
        self._worker: Any = None
        self._waiting: Task | None = None
        self.stage: tuple[str, float] = ("", 0.0)  # written by the thread, read by windows

    @property
    def is_busy(self) -> bool:
        return self._worker is not None

    def submit(self, task: Task) -> None:
        """Work on this task as soon as possible, instead of on what was submitted before."""
        self._waiting = task
        if self._worker is None:
            self._begin()
        else:
            self._worker.quit()

    def cancel(self) -> None:
        """End the work without an answer."""
        self._waiting = None
        if self._worker is not None:
            self._worker.quit()

    def _begin(self) -> None:
        task, self._waiting = self._waiting, None
        assert task is not None
        self.stage = ("", 0.0)

        def on_stage(name: str, share: float) -> None:
            if worker.abort_requested:
                raise Cancelled
            self.stage = (name, share)

        def run() -> Answer | _Failure | None:
            # Errors are returned: Qt's threads must see no KeyboardInterrupt, which Cancelled is, and a worker that
            # raises is reported twice.
            try:
                return self._work(task, on_stage)
            except Cancelled:
                return None
            except Exception as error:
                return _Failure(error)

        answers: list[Answer | _Failure | None] = []  # one, or none where it was cancelled
        worker = create_worker(run)
        worker.returned.connect(lambda answer: answers.append(answer))
        worker.finished.connect(lambda: self._end(task, answers))
        self._worker = worker
        worker.start()
        self._on_change()

    def _end(self, task: Task, answers: list[Answer | _Failure | None]) -> None:
        """Give the answer and be free again, in one turn of Qt: a timer in between would see work that is over."""
        try:
            for answer in answers:
                self._give(task, answer)
        finally:
            self._worker = None
            if self._waiting is not None:
                self._begin()
            else:
                self._on_change()

    def _give(self, task: Task, answer: Answer | _Failure | None) -> None:
        if isinstance(answer, _Failure):
            error = answer.error
            self._on_error(error)
            notification_manager.receive_error(type(error), error, error.__traceback__)
        elif answer is not None:
            self._on_answer(task, answer)
