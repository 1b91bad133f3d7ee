"""One time limit shared by several solves."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from frenemy.run import Status, Stop
from frenemy.solving import Result

_SHARE = 0.5  # of the remaining time goes to the next solve


class SharedLimits:
    """Divides the time of a stop among solves, and records the first limit that one of them reaches.

    Each solve gets half of the remaining time, so that later solves get some, too.
    """

    def __init__(self, stop: Stop | None) -> None:
        self._stop = stop
        self._began = perf_counter()
        self._reached: Status | None = None

    def for_next(self) -> Stop | None:
        """The limits of the next solve."""
        if self._stop is None or self._stop.seconds is None:
            return self._stop
        remaining = self._stop.seconds - (perf_counter() - self._began)
        return replace(self._stop, seconds=_SHARE * max(0.0, remaining))

    def with_status(self, result: Result) -> Result:
        """The result with the status of the first solve that reached a limit: later solves start from its labels."""
        if result.status not in (Status.CONVERGED, Status.OPTIMAL) and self._reached is None:
            self._reached = result.status
        return result if self._reached is None else replace(result, status=self._reached)
