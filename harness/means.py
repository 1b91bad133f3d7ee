"""Means with standard errors."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, which is 0 for one value."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return statistics.mean(values), error


def mean_cell(values: Sequence[float | None], digits: int, sign: str = "") -> str | None:
    """``mean ± error`` of the values that are not None, for a cell of a table; None without any."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    mean, error = mean_and_error(known)
    return f"{mean:{sign}.{digits}f} ± {error:.{digits}f}"
