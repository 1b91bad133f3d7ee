"""The time of each stage, and a display of the current one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from frenemy.cli.progress.stage_progress import live_stages


class StageClock:
    """Seconds by stage; calls ``show`` as each begins, with the share of ``stages`` that is done.

    Ctrl-C during the solve ends that stage with the best result so far; the display says so.
    """

    def __init__(self, stages: Sequence[str], show: Callable[[str, float], object]) -> None:
        self.seconds: dict[str, float] = {}
        self._stages = stages
        self._show = show
        self._stage: str | None = None
        self._began = time.perf_counter()

    def begin(self, stage: str) -> None:
        """End the current stage, if any, and begin this one."""
        self.end()
        self._stage, self._began = stage, time.perf_counter()
        done = self._stages.index(stage) / len(self._stages) if stage in self._stages else 0.0
        self._show(f"{stage} (Ctrl-C: stop)" if stage == "solve" else stage, done)

    def on_stage(self, stage: str, _done: float) -> None:
        """The callback for the library."""
        self.begin(stage)

    def end(self) -> None:
        if self._stage is not None:
            spent = time.perf_counter() - self._began
            self.seconds[self._stage] = self.seconds.get(self._stage, 0.0) + spent
        self._stage = None


@contextmanager
def live_clock(stages: Sequence[str], *, is_wanted: bool) -> Iterator[StageClock]:
    """A clock whose stages are shown on standard error, if that is a terminal."""
    with live_stages(is_wanted=is_wanted, first=stages[0]) as show:
        yield StageClock(stages, show)
