"""A logistic curve through distances of any unit."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibration import Calibration
from frenemy.affinity.logistic import Logistic, fit_logistic

_STEEPEST = 1e300


def fit_distance_line(distances: npt.NDArray[np.float64], is_same: npt.NDArray[np.bool_]) -> Calibration:
    """:func:`fit_logistic`, which wants scores that can be squared, in a unit of about the largest distance."""
    unit = math.ldexp(1.0, math.frexp(float(distances.max()))[1] - 1)  # a power of two: nothing is rounded
    calibration = fit_logistic(distances / unit, is_same)
    line = calibration.curve
    assert isinstance(line, Logistic)
    slope = max(-_STEEPEST, min(line.slope / unit, _STEEPEST))
    return replace(calibration, curve=Logistic(slope, line.intercept))
