"""Tasks in processes of this machine."""

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
from types import TracebackType
from typing import Any

from frenemy.distributed.executor import Results, Task, WorkersLost, died_often

_READY = b"ready"
_CONTEXT = multiprocessing.get_context("spawn")  # not by fork, which copies locks that other threads hold


class ProcessPool:
    """Processes of this machine, which stay from one stage to the next; if one dies, its task is given to another.

    Processes end when the pool is closed, and by themselves when the process that made it is gone. It is a context
    manager.

    Parameters
    ----------
    n_workers : int
    allowed_failures : int
        How often workers may be lost over the same task before it gives up.

    Examples
    --------
    >>> from frenemy.distributed.process_pool import ProcessPool
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
        self._beginning: list[_Worker] = []
        self._has_begun = False

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for workers in (self._idle, self._beginning):
            while workers:
                workers.pop().end()

    def run(self, tasks: Sequence[Task], *, stage: str) -> Results:
        left = deque(range(len(tasks)))
        failures: Counter[int] = Counter()
        busy: dict[_Worker, int] = {}
        try:
            while left or busy:
                self._employ(tasks, left, busy)
                waited = {worker.pipe: worker for worker in (*busy, *self._beginning)}
                for worker in [waited[pipe] for pipe in wait(list(waited))]:  # type: ignore[index]
                    at = busy.get(worker)
                    message = worker.receive()
                    if at is None:
                        self._beginning.remove(worker)
                    if message is None:
                        worker.end()
                        busy.pop(worker, None)
                        self._count_loss(at, failures, stage)
                        if at is not None:
                            left.append(at)
                        continue
                    self._has_begun = True
                    self._idle.append(worker)
                    if at is not None:
                        del busy[worker]
                        yield at, _result(message)
        finally:
            # What is still at work was not waited for: there was an error, or nobody wants the rest.
            for worker in busy:
                worker.end()

    def _employ(self, tasks: Sequence[Task], left: deque[int], busy: dict[_Worker, int]) -> None:
        """Give tasks to those who have none, and begin as many processes as there is work for."""
        while left and self._idle:
            worker = self._idle.pop()
            busy[worker] = left.popleft()
            worker.send(_packed(tasks[busy[worker]]))
        n_there = len(busy) + len(self._beginning)
        for _ in range(min(self.n_workers - n_there, len(left) - len(self._beginning))):
            self._beginning.append(_Worker())

    def _count_loss(self, at: int | None, failures: Counter[int], stage: str) -> None:
        if at is None and not self._has_begun:
            raise WorkersLost(
                "a process could not begin to work. In a script, the call that takes several processes must be below "
                'if __name__ == "__main__":'
            )
        key = -1 if at is None else at
        failures[key] += 1
        if failures[key] > self.allowed_failures:
            raise died_often(stage, failures[key])


class _Worker:
    """A process, and the pipe to it: it says that it is ready, then takes tasks and gives results, in turns."""

    def __init__(self) -> None:
        self.pipe, far_end = _CONTEXT.Pipe()
        self.process = _CONTEXT.Process(target=_work, args=(far_end,), daemon=True)
        with _without_interrupts():
            self.process.start()
        far_end.close()  # so that its death is the end of the pipe

    def send(self, message: bytes) -> None:
        with suppress(OSError):  # it is dead, as the end of the pipe is about to tell
            self.pipe.send_bytes(message)

    def receive(self) -> bytes | None:
        """What it says, None if it is dead."""
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
    """Ctrl-C waits until a process is there, which never gets it: a terminal sends it to all, the parent decides."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _packed(task: Task) -> bytes:
    try:
        return pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ValueError(
            f"a task cannot be sent to another process: {error}; functions and classes that it holds, such as weights, "
            "must be at the top of a module"
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
    try:
        return pickle.dumps((True, pickle.loads(message)()))
    except Exception as error:
        error.add_note(f"in a process of its own:\n{traceback.format_exc()}")
        told = error
    try:
        packed = pickle.dumps((False, told))
        pickle.loads(packed)
    except Exception:
        return pickle.dumps((False, RuntimeError(f"{type(told).__name__}: {told}")))
    return packed


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
