"""How far a long experiment is, on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

QUIET_SECONDS = 10.0  # between lines where there is no terminal


def shown(items: Iterable[Item], what: str) -> Iterator[Item]:
    """The items one by one, while a line tells how many are done and about how long the rest takes."""
    todo = list(items)
    is_live = sys.stderr.isatty()
    began = told = time.monotonic()
    for done, item in enumerate(todo):
        now = time.monotonic()
        if is_live or done == 0 or now - told >= QUIET_SECONDS:
            told = now
            left = f", about {_clock((now - began) / done * (len(todo) - done))} left" if done else ""
            _tell(f"{what}: {done} of {len(todo)}{left}  {item}", is_live)
        yield item
    if todo:
        _tell(f"{what}: {len(todo)} of {len(todo)} in {_clock(time.monotonic() - began)}", is_live, is_last=True)


def say(line: str) -> None:
    """A line of its own between those that tell how far it is."""
    sys.stderr.write(("\r\x1b[K" if sys.stderr.isatty() else "") + line + "\n")
    sys.stderr.flush()


def _tell(line: str, is_live: bool, is_last: bool = False) -> None:
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
