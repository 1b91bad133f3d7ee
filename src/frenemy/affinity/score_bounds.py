"""Where scores can lie."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import number

Bounds: TypeAlias = tuple[float | None, float | None]


def check_bounds(values: npt.NDArray[np.float64], bounds: Bounds) -> tuple[float, float]:
    """Both ends, infinite where open; all scores must lie between them."""
    try:
        below, above = bounds
        low = -math.inf if below is None else number(below)
        high = math.inf if above is None else number(above)
    except (TypeError, ValueError):
        low = high = math.nan
    if not low < high:
        raise ValueError(f"bounds must be (low, high) with low below high, None for an open end, got {bounds!r}")
    bad = np.flatnonzero((values < low) | (values > high))
    if len(bad):
        raise ValueError(f"scores must be within bounds {bounds}, got {values[bad[0]]} at pair {bad[0]}")
    return low, high
