"""Limits of a solve."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from frenemy.problem.checked_arrays import number, shown, whole_number

_MAX_ROUNDS = 2**63 - 1  # what the core can count
_UNITS = {
    1e-3: ("ms", "millisecond", "milliseconds"),
    1.0: ("", "s", "sec", "secs", "second", "seconds"),
    60.0: ("m", "min", "mins", "minute", "minutes"),
    3600.0: ("h", "hr", "hrs", "hour", "hours"),
}
_SECONDS = {name: seconds for seconds, names in _UNITS.items() for name in names}


@dataclass(frozen=True)
class Stop:
    """Limits of a solve; the first one reached ends it. Reaching a limit is a result, not an error.

    Attributes
    ----------
    seconds : float, optional
        Wall-clock time.
    rounds : int, optional
        Full passes of the solver.
    stall : int, optional
        Rounds in a row without a lower energy.
    target : float, optional
        An energy that is good enough.
    """

    seconds: float | None = None
    rounds: int | None = None
    stall: int | None = None
    target: float | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and math.isnan(number(self.seconds)):
            raise ValueError(f"seconds must be a number, got {shown(self.seconds)}")
        if self.seconds is not None and self.seconds < 0:
            raise ValueError(f"seconds must not be negative, got {shown(self.seconds)}")
        for name in ("rounds", "stall"):
            value = getattr(self, name)
            if value is not None:
                whole_number(value, name, minimum=1, maximum=_MAX_ROUNDS, reason="leave it out for no limit")
        if self.target is not None and math.isnan(number(self.target)):
            raise ValueError(f"target must be a number, got {shown(self.target)}")


def as_stop(given: Any) -> Stop:
    """Limits from a :class:`Stop`, from a time limit as seconds, text or timedelta, or None for no limits.

    Examples
    --------
    >>> from frenemy.run import as_stop
    >>> as_stop(5).seconds, as_stop("30s").seconds, as_stop("1.5 min").seconds, as_stop("1h").seconds
    (5, 30.0, 90.0, 3600.0)
    """
    if given is None:
        return Stop()
    if isinstance(given, Stop):
        return given
    if isinstance(given, timedelta):
        return Stop(seconds=given.total_seconds())
    if isinstance(given, str):
        return Stop(seconds=_seconds(given))
    if math.isnan(number(given)):
        raise ValueError(f"stop must be a Stop, seconds, or a time such as '30s', got {shown(given)}")
    return Stop(seconds=given)


def _seconds(text: str) -> float:
    found = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)\s*([a-z]*)\s*", text.lower())
    if found is None or found[2] not in _SECONDS:
        raise ValueError(f"stop must be a time such as '500ms', '30s', '2min' or '1h', got {shown(text)}")
    return float(found[1]) * _SECONDS[found[2]]
