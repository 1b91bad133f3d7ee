"""One live line while photos are processed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Column


@contextmanager
def live_photos(*, is_wanted: bool) -> Iterator[Callable[[int, int, str], None]]:
    """Show the number of finished photos, the remaining time and the last file on standard error; yields ``on_photo``.

    Shows nothing unless standard error is a terminal.
    """
    console = Console(file=sys.stderr)
    if not is_wanted or not console.is_terminal:
        yield _show_nothing
        return
    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        # File names may look like markup.
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")),
    )
    with Progress(*columns, console=console, transient=True, refresh_per_second=5) as display:
        line = display.add_task("(Ctrl-C: stop; what is done is kept)", total=None)

        def show(done: int, total: int, path: str) -> None:
            display.update(line, completed=done, total=total, description=shown_path(path))

        yield show


def shown_path(path: str) -> str:
    r"""A path on one line, with control characters escaped.

    >>> shown_path("party \x1b[2J.jpg")
    'party \\x1b[2J.jpg'
    """
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape", "surrogatepass").decode() for letter in path
    )


def _show_nothing(_done: int, _total: int, _path: str) -> None:
    pass
