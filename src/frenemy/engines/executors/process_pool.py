"""Runs tasks in processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.resource_tracker import ensure_running
from types import TracebackType
from typing import Any

from frenemy.engines.executors.executor import Results, Task, WorkersLost, workers_died

_READY = b"ready"
_CONTEXT = multiprocessing.get_context("spawn")  # fork would copy locks that other threads hold


class ProcessPool:
    """Processes of this machine, kept from one stage to the next. If one dies, another repeats its task.

    The processes end when the pool is closed, or when the process that made it is gone. The pool is a context manager.

    Parameters
    ----------
    n_workers : int
    allowed_failures : int
        How often the worker of one task may die before the run fails.

    Examples
    --------
    >>> from frenemy.engines.executors.process_pool import ProcessPool
    >>> with ProcessPool(2) as pool:
    ...     sorted(pool.run([dict, list], stage="example"))
    [(0, {}), (1, [])]
    """

    def __init__(self, n_workers: int, *, allowed_failures: int = 3) -> None:
        if n_workers < 1:
            raise ValueError(f"there must be at least one worker, got {n_workers!r}")
        self.n_workers = n_workers
        self.allowed_failures = allowed_failures
        self._idle: list[_Worker] = []
        self._starting: list[_Worker] = []
        self._has_started = False  # whether any worker ever has

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for workers in (self._idle, self._starting):
            while workers:
                workers.pop().end()

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        pending = deque(range(len(tasks)))
        failures: Counter[int] = Counter()
        busy: dict[_Worker, int] = {}
        try:
            while pending or busy:
                self._assign(tasks, pending, busy)
                waited = {worker.pipe: worker for worker in (*busy, *self._starting)}
                for worker in [waited[pipe] for pipe in wait(list(waited))]:  # type: ignore[index]
                    at = busy.get(worker)
                    message = worker.receive()
                    if at is None:
                        self._starting.remove(worker)
                    if message is None:
                        worker.end()
                        busy.pop(worker, None)
                        self._count_failure(at, failures, stage)
                        if at is not None:
                            pending.append(at)
                        continue
                    self._has_started = True
                    self._idle.append(worker)
                    if at is not None:
                        del busy[worker]
                        yield at, _result(message)
        finally:
            # Workers are still busy only after an error, or if the results were closed.
            for worker in busy:
                worker.end()

    def _assign(self, tasks: Sequence[Task], pending: deque[int], busy: dict[_Worker, int]) -> None:
        """Give tasks to idle workers, and start as many workers as the other tasks need."""
        while pending and self._idle:
            worker = self._idle.pop()
            busy[worker] = pending.popleft()
            worker.send(_pickled(tasks[busy[worker]]))
        n_workers = len(busy) + len(self._starting)
        for _ in range(min(self.n_workers - n_workers, len(pending) - len(self._starting))):
            self._starting.append(_Worker())

    def _count_failure(self, at: int | None, failures: Counter[int], stage: str) -> None:
        if at is None and not self._has_started:
            raise WorkersLost(
                "a worker process could not start. In a script, the call that uses several processes must be below "
                'if __name__ == "__main__":'
            )
        key = -1 if at is None else at
        failures[key] += 1
        if failures[key] > self.allowed_failures:
            raise workers_died(stage, failures[key])


class _Worker:
    """A process and the pipe to it: the worker reports that it is ready, then receives tasks and sends results."""

    def __init__(self) -> None:
        self.pipe, far_end = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=_work, args=(far_end,), daemon=True)
        with _without_interrupts():
            self.process.start()
        far_end.close()  # so that the pipe ends when the worker dies

    def send(self, message: bytes) -> None:
        with suppress(OSError):  # it is dead; `receive` reports that
            self.pipe.send_bytes(message)

    def receive(self) -> bytes | None:
        """The next message, None if the worker is dead."""
        try:
            return self.pipe.recv_bytes()
        except (EOFError, OSError):
            return None

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C while a process starts, which inherits that: a terminal sends it to all, only the parent reacts."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # it comes with the first process, and would unblock Ctrl-C as it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _pickled(task: Task) -> bytes:
    try:
        return pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(
            f"a task cannot be sent to another process: {error}; functions and classes that it holds, such as weights, "
            "must be at the top level of a module"
        ) from error


def _result(message: bytes) -> Any:
    is_done, value = pickle.loads(message)
    if not is_done:
        raise value
    return value


def _work(pipe: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pipe.send_bytes(_READY)
    while True:
        try:
            message = pipe.recv_bytes()
        except (EOFError, OSError):
            return
        pipe.send_bytes(_done(message))


def _done(message: bytes) -> bytes:
    """The pickled result of a pickled task, or its error."""
    try:
        return pickle.dumps((True, pickle.loads(message)()))
    except Exception as error:
        error.add_note(f"in a worker process:\n{traceback.format_exc()}")
        raised = error
    try:
        pickled = pickle.dumps((False, raised))
        pickle.loads(pickled)
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(raised).__name__}: {raised}")))
    return pickled


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
