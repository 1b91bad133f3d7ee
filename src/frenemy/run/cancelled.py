"""Ctrl-C: the first one cancels a run, which then returns the best labels it has."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from frenemy._core import Status
from frenemy.run.run import Run


class Cancelled(KeyboardInterrupt):
    """Ctrl-C, or a caller, ended work that has no partial result to give back."""


def raise_if_cancelled(status: Status) -> None:
    """End a longer piece of work whose last step was cancelled."""
    if status is Status.CANCELLED:
        raise Cancelled


@contextmanager
def cancel_on_interrupt(run: Run) -> Iterator[None]:
    """Let the first Ctrl-C cancel the run instead of raising, so that nothing found is lost.

    A second one raises KeyboardInterrupt, for solvers that never check :meth:`Run.expired`. A signal handler that the
    user installed is left alone, and so are threads other than the main one, which receive no signals.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def cancel(number: int, frame: FrameType | None) -> None:
        if run.is_stopped:
            signal.default_int_handler(number, frame)
        run.cancel()

    signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
