"""One set of limits for several solves, one after the other."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from frenemy.run import Status, Stop
from frenemy.solve import Result

_SHARE = 0.5  # of the time that is left, for the solve at hand


class SharedLimits:
    """The time of a stop, dealt out; and whether a limit was reached on the way.

    A solve gets half of what is left: it seldom needs it, and those that come after it must have something, too.
    """

    def __init__(self, stop: Stop | None) -> None:
        self._stop = stop
        self._began = perf_counter()
        self._reached: Status | None = None

    def for_next(self) -> Stop | None:
        """The limits of the next solve."""
        if self._stop is None or self._stop.seconds is None:
            return self._stop
        left = self._stop.seconds - (perf_counter() - self._began)
        return replace(self._stop, seconds=_SHARE * max(0.0, left))

    def told(self, result: Result) -> Result:
        """The result, with the status of the first that reached a limit: what came after it was built on that."""
        if result.status not in (Status.CONVERGED, Status.OPTIMAL) and self._reached is None:
            self._reached = result.status
        return result if self._reached is None else replace(result, status=self._reached)
