"""Progress of a long experiment, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

QUIET_SECONDS = 10.0  # between lines, unless standard error is a terminal


def with_progress(items: Iterable[Item], what: str) -> Iterator[Item]:
    """Yield the items and print how many are done and about how long the others take."""
    todo = list(items)
    is_live = sys.stderr.isatty()
    began = printed = time.monotonic()
    for done, item in enumerate(todo):
        now = time.monotonic()
        if is_live or done == 0 or now - printed >= QUIET_SECONDS:
            printed = now
            left = f", about {_clock((now - began) / done * (len(todo) - done))} left" if done else ""
            _print(f"{what}: {done} of {len(todo)}{left}  {item}", is_live)
        yield item
    if todo:
        _print(f"{what}: {len(todo)} of {len(todo)} in {_clock(time.monotonic() - began)}", is_live, is_last=True)


def print_note(line: str) -> None:
    """Print a line of its own between the lines of :func:`with_progress`."""
    sys.stderr.write(("\r\x1b[K" if sys.stderr.isatty() else "") + line + "\n")
    sys.stderr.flush()


def _print(line: str, is_live: bool, is_last: bool = False) -> None:
    if is_live:
        sys.stderr.write(f"\r\x1b[K{line[:110]}" + ("\n" if is_last else ""))
    else:
        sys.stderr.write(line + "\n")
    sys.stderr.flush()


def _clock(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
