"""What experiments with many methods share: the choice of methods, and rows that are measured one by one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any

from experiments.settings import Settings
from harness.progress import print_note, with_progress
from harness.tables import Row

Key = tuple[Any, ...]


def check_methods(settings: Settings, names: Iterable[str]) -> None:
    """Exit if an option names a method that no name begins with."""
    known = list(names)
    for prefix in (*settings.methods, *settings.again):
        if not any(name.startswith(prefix) for name in known):
            sys.exit(f"{settings.name}: no method is called {prefix!r}; there are {', '.join(known)}")


def measure_rows(
    keys: Iterable[Key],
    experiment: str,
    measure: Callable[[Key], Row | None],
    add: Callable[[Key, Row], None],
    describe: Callable[[Key], str],
) -> list[str]:
    """Measure and add a row for each key; return a message for each failure.

    A failure does not stop the others; ``describe`` says what failed. Ctrl-C keeps the rows measured so far.
    """
    failures = []
    try:
        for key in with_progress(keys, experiment):
            try:
                row = measure(key)
            except (OSError, ValueError, RuntimeError, MemoryError) as error:
                failures.append(f"{describe(key)}: {error}")
                print_note(failures[-1])
                continue
            if row is not None:
                add(key, row)
    except KeyboardInterrupt:
        failures.append("stopped before the end; the same command continues from here")
    return failures
