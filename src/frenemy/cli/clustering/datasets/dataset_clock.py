"""Time the steps of solving a dataset, and show progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from frenemy.cli.progress.stage_progress import live_stages

#: The steps that users see, in order, and the prefixes of the library's stages in each.
STEPS = {
    "read": ("read", "ids", "pairs"),
    "weigh": ("weigh",),
    "connect": ("connect",),
    "sort": ("pack", "route", "between parts"),
    "large parts": ("large",),
    "solve": ("count", "solve"),
    "write": ("gather", "clusters", "write"),
}


def step_of(stage: str) -> str:
    """The step of a stage; an unknown stage is its own step.

    Examples
    --------
    >>> from frenemy.cli.clustering.datasets.dataset_clock import step_of
    >>> step_of("ids"), step_of("route"), step_of("large 0.1: solve")
    ('read', 'sort', 'large parts')
    """
    return next((step for step, begins in STEPS.items() if stage.startswith(begins)), stage)


class DatasetClock:
    """Seconds by step. ``show`` is called with each stage, and the share of it that is done.

    Attributes
    ----------
    seconds : dict
    is_resumed : bool
        Whether an earlier run did some of the work.
    """

    def __init__(self, show: Callable[[str, float], object]) -> None:
        self.seconds: dict[str, float] = {}
        self.is_resumed = False
        self._show = show
        self._stage: str | None = None
        self._since = time.perf_counter()

    def on_stage(self, stage: str, done: float) -> None:
        """Called by the library when a stage begins, and after each of its tasks."""
        self._count()
        if stage != self._stage:
            self.is_resumed |= done > 0.0
            self._stage = stage
        self._show(f"{_shown(stage)} {done:4.0%}", done)

    def end(self) -> None:
        self._count()
        self.is_resumed |= not self.seconds  # an earlier run did all the work
        self._stage = None

    def _count(self) -> None:
        now = time.perf_counter()
        if self._stage is not None:
            step = step_of(self._stage)
            self.seconds[step] = self.seconds.get(step, 0.0) + now - self._since
        self._since = now


def _shown(stage: str) -> str:
    step = step_of(stage)
    return step if step == stage else f"{step}: {stage}"


@contextmanager
def live_dataset(*, is_wanted: bool) -> Iterator[DatasetClock]:
    """A clock whose stages are shown on standard error, if that is a terminal."""
    with live_stages(is_wanted=is_wanted, first="files") as show:
        yield DatasetClock(show)
