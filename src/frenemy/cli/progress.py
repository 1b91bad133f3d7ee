"""One live line while a solve runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress as Display
from rich.progress import ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.text import Text

from frenemy.run import OnRound, Progress


@contextmanager
def live(seconds: float | None) -> Iterator[OnRound | None]:
    """Show round, energy, clusters and time on standard error; yields the ``on_round`` to solve with.

    Yields None, and shows nothing, unless standard error is a terminal.
    """
    console = Console(file=sys.stderr)
    if not console.is_terminal:
        yield None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), _Clock(seconds))
    # The line is redrawn by a thread of its own, so the clock runs within long rounds too.
    with Display(*columns, console=console, transient=True, refresh_per_second=5) as display:
        line = display.add_task("round 1,", total=None)

        def show(progress: Progress) -> None:
            display.update(line, description=_described(progress))

        yield show


def _described(progress: Progress) -> str:
    return f"round {progress.round:,}, energy {progress.energy:,.6g}, {progress.n_clusters:,} clusters,"


class _Clock(ProgressColumn):
    def __init__(self, seconds: float | None) -> None:
        super().__init__()
        self.seconds = seconds

    def render(self, task: Task) -> Text:
        spent = task.elapsed or 0.0
        left = "" if self.seconds is None else f", {max(self.seconds - spent, 0.0):.0f} s left"
        return Text(f"{spent:.0f} s{left} (Ctrl-C: stop)", style="dim")
