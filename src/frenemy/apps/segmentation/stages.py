"""What takes how long, told while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

OnStage = Callable[[str, float], object]


class Stages:
    """The stages of one piece of work: their times, and someone who is told.

    ``on_stage`` is called between pieces of work with the name of the stage and the share of it that is done. What it
    raises ends the work and comes through: that is how another thread cancels it.

    Attributes
    ----------
    seconds : dict of str to float
        Wall-clock time of each stage so far, in the order in which they began. A stage within another is a line of its
        own, and its time is not counted twice.
    """

    def __init__(self, on_stage: OnStage | None = None) -> None:
        self._on_stage = on_stage
        self._inner_seconds = 0.0  # of the stages that ended within the one that goes on
        self.seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[Callable[[float], None]]:
        """While this goes on, the time counts for ``name``; gives what to call with the share that is done."""

        def tell(done: float) -> None:
            if self._on_stage is not None:
                self._on_stage(name, min(max(float(done), 0.0), 1.0))

        self.seconds.setdefault(name, 0.0)
        before, self._inner_seconds = self._inner_seconds, 0.0
        began = perf_counter()
        try:
            tell(0.0)
            yield tell
            tell(1.0)
        finally:
            passed = perf_counter() - began
            self.seconds[name] += passed - self._inner_seconds
            self._inner_seconds = before + passed
