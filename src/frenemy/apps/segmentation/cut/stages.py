"""The stages of a segmentation: their progress and their times."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from frenemy.run import OnStage


class Stages:
    """The stages of a computation: their times, and a progress callback.

    ``on_stage`` is called repeatedly with the name of the stage and the share of it that is done. An exception that it
    raises ends the computation and reaches the caller: that is how another thread cancels it.

    Attributes
    ----------
    seconds : dict of str to float
        Wall-clock time of each stage so far, in the order in which they began. The time of a nested stage does not
        count for the outer one.
    """

    def __init__(self, on_stage: OnStage | None = None) -> None:
        self._on_stage = on_stage
        self._inner_seconds = 0.0  # of the stages nested in the current one
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[Callable[[float], None]]:
        """Measure the time of the ``with`` block as ``name``; yields a function that reports the share done."""

        def report(done: float) -> None:
            if self._on_stage is not None:
                self._on_stage(name, min(max(float(done), 0.0), 1.0))

        self.seconds.setdefault(name, 0.0)
        before, self._inner_seconds = self._inner_seconds, 0.0
        began = perf_counter()
        try:
            report(0.0)
            yield report
            report(1.0)
        finally:
            passed = perf_counter() - began
            self.seconds[name] += passed - self._inner_seconds
            self._inner_seconds = before + passed
