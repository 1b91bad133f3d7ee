"""Work in threads that tells how far it is and can be called off."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

_TELL_SECONDS = 0.04  # the eye does not follow faster


class Cancelled(Exception):
    """The work was called off."""


class Ticket:
    """One piece of work: it tells its stages here and learns here that nobody waits for it any more.

    ``tell`` is called in the thread that works, everything else in the server's. Calling off takes effect at the next
    ``tell``, by an exception that unwinds the thread's stack and so frees it.
    """

    def __init__(self) -> None:
        self._is_off = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listener: Callable[[dict[str, Any]], None] | None = None
        self._told_at = -1.0
        self._told_stage = ""

    def listen(self, loop: asyncio.AbstractEventLoop, listener: Callable[[dict[str, Any]], None]) -> None:
        """Have what is told handed to ``listener`` in the loop's thread."""
        self._loop, self._listener = loop, listener

    def cancel(self) -> None:
        """Call the work off; may be repeated, and comes too late without harm."""
        self._is_off.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether it was called off."""
        return self._is_off.is_set()

    def tell(self, stage: str, done: float) -> None:
        """The work is in this stage, of which this share is done. Raises :class:`Cancelled` when it was called off."""
        if self._is_off.is_set():
            raise Cancelled
        now = time.monotonic()
        if stage == self._told_stage and now - self._told_at < _TELL_SECONDS:
            return
        self._told_stage, self._told_at = stage, now
        if self._loop is not None and self._listener is not None:
            self._loop.call_soon_threadsafe(self._listener, {"stage": stage, "done": round(float(done), 3)})


class Workers:
    """The threads that work, and the tickets of what is under way."""

    def __init__(self, threads: int | None = None) -> None:
        self._pool = ThreadPoolExecutor(threads or max(2, os.cpu_count() or 1), thread_name_prefix="frenemy-work")
        self._tickets: set[Ticket] = set()

    async def run(self, work: Callable[[Ticket], Any], ticket: Ticket) -> Any:
        """The result of ``work(ticket)`` in one of the threads; :class:`Cancelled` when it was called off.

        When the task that waits here is cancelled, so is the work.
        """

        def begin() -> Any:
            if ticket.is_cancelled:  # while it waited for a thread
                raise Cancelled
            try:
                return work(ticket)
            except KeyboardInterrupt as error:  # a solver's word for being called off; it would end the server's loop
                raise Cancelled from error

        future = self._pool.submit(begin)
        self._tickets.add(ticket)
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda _: _in_loop(loop, lambda: self._tickets.discard(ticket)))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            ticket.cancel()
            raise

    def close(self) -> None:
        """Call everything off."""
        for ticket in list(self._tickets):
            ticket.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:  # the server has ended, and its loop with it
        call()
