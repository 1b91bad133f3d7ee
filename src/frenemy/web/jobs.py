"""Background jobs in threads: they report progress and can be cancelled."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from frenemy.run import Cancelled

_REPORT_SECONDS = 0.04  # the page cannot show progress any faster


class JobCancelled(Exception):
    """A job was cancelled: :class:`frenemy.run.Cancelled` as the server's event loop may see it.

    ``Cancelled`` itself is a ``KeyboardInterrupt``, and asyncio ends its loop on those.
    """


class Job:
    """Progress and cancelling of one background job.

    The job's thread calls :meth:`report`, the server's thread everything else. Cancelling takes effect at the next
    report, which raises :class:`Cancelled`.
    """

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener: Callable[[dict[str, Any]], None] | None = None
        self._reported_at = -1.0
        self._reported_stage = ""

    def listen(self, loop: asyncio.AbstractEventLoop, listener: Callable[[dict[str, Any]], None]) -> None:
        """Call ``listener`` with each report, in the thread of the loop."""
        self._loop, self._listener = loop, listener

    def cancel(self) -> None:
        """Cancel the job; does nothing when it has ended or was cancelled before."""
        self._cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        return self._cancelled.is_set()

    def report(self, stage: str, done: float) -> None:
        """Report the stage and which share of it is done; raises :class:`Cancelled` when the job was cancelled."""
        self.raise_if_cancelled()
        now = time.monotonic()
        if stage == self._reported_stage and now - self._reported_at < _REPORT_SECONDS:
            return
        self._reported_stage, self._reported_at = stage, now
        if self._loop is not None and self._listener is not None:
            self._loop.call_soon_threadsafe(self._listener, {"stage": stage, "done": round(float(done), 3)})

    def raise_if_cancelled(self) -> None:
        """Raise :class:`Cancelled` when the job was cancelled."""
        if self._cancelled.is_set():
            raise Cancelled


class WorkerPool:
    """The threads that run jobs, and the jobs that run or wait."""

    def __init__(self, threads: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads or max(2, os.cpu_count() or 1), thread_name_prefix="frenemy-job")
        self._jobs: set[Job] = set()

    async def run(self, work: Callable[[Job], Any], job: Job) -> Any:
        """The result of ``work(job)``, run in a thread; raises :class:`JobCancelled` when the job was cancelled.

        Cancelling the awaiting task cancels the job.
        """

        def begin() -> Any:
            try:
                job.raise_if_cancelled()  # it may have waited for a thread
                return work(job)
            except Cancelled as error:
                raise JobCancelled from error

        future = self._pool.submit(begin)
        self._jobs.add(job)
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: _in_loop(loop, lambda: self._jobs.discard(job)))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            job.cancel()
            raise

    def close(self) -> None:
        """Cancel all jobs."""
        for job in list(self._jobs):
            job.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:  # the loop is closed: the server has ended
        call()
