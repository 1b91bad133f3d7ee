"""Limits of a solve."""

from __future__ import annotations

import math
from dataclasses import dataclass

from frenemy.problem.checked_arrays import number, shown, whole_number

_MAX_ROUNDS = 2**63 - 1  # what the core can count


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
