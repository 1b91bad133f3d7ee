"""One live line with the current stage of a segmentation or a table."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Column


@contextmanager
def live_stages(*, is_wanted: bool, first: str = "picture") -> Iterator[Callable[[str, float], None]]:
    """Show stage (``first`` to begin with), share done and time on standard error; yields the ``on_stage`` to use.

    Shows nothing unless standard error is a terminal.
    """
    console = Console(file=sys.stderr)
    if not is_wanted or not console.is_terminal:
        yield _show_nothing
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", table_column=Column(no_wrap=True, min_width=14)),
        BarColumn(bar_width=24),
        TimeElapsedColumn(),
    )
    # Its own thread redraws the line, so the clock also runs during long stages.
    with Progress(*columns, console=console, transient=True, refresh_per_second=10) as display:
        line = display.add_task(first, total=1.0)
        shown = first

        def show(stage: str, done: float) -> None:
            nonlocal shown
            # A new text is drawn at once: a stage may be shorter than the time between two refreshes.
            display.update(line, description=stage, completed=done, refresh=stage != shown)
            shown = stage

        yield show


def _show_nothing(_stage: str, _done: float) -> None:
    pass
