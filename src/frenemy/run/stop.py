"""Limits of a solve."""

from __future__ import annotations

import math
from dataclasses import dataclass


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
        if self.seconds is not None and not self.seconds >= 0:
            raise ValueError(f"seconds must not be negative, got {self.seconds}")
        for name in ("rounds", "stall"):
            value = getattr(self, name)
            if value is not None and (int(value) != value or value < 1):
                raise ValueError(f"{name} must be a whole number of at least 1, got {value}")
        if self.target is not None and math.isnan(self.target):
            raise ValueError(f"target must be a number, got {self.target}")
