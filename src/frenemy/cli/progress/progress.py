"""One live line while a solve runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress as Display
from rich.progress import ProgressColumn, SpinnerColumn, Task
from rich.table import Column
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
    columns = (SpinnerColumn(), _Line(seconds))
    # Its own thread redraws the line, so the clock also runs during long rounds.
    with Display(*columns, console=console, transient=True, refresh_per_second=5) as display:
        line = display.add_task("round 1,", total=None)

        def show(progress: Progress) -> None:
            display.update(line, description=_described(progress))

        yield show


def _described(progress: Progress) -> str:
    # Never as 1.2e+06: what changes from round to round are the last digits.
    energy = f"{progress.energy:,.0f}" if abs(progress.energy) >= 100_000 else f"{progress.energy:,.6g}"
    return f"round {progress.round:,}, energy {energy}, {progress.n_clusters:,} clusters,"


class _Line(ProgressColumn):
    """The last progress and the time on one line, truncated in a narrow terminal."""

    def __init__(self, seconds: float | None) -> None:
        super().__init__(table_column=Column(no_wrap=True, overflow="ellipsis"))
        self.seconds = seconds

    def render(self, task: Task) -> Text:
        spent = task.elapsed or 0.0
        left = "" if self.seconds is None else f", {max(self.seconds - spent, 0.0):.0f} s left"
        return Text.assemble(f"{task.description} ", (f"{spent:.0f} s{left} (Ctrl-C: stop)", "dim"))
