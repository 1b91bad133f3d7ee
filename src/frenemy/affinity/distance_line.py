"""A logistic curve through distances of any unit."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibration import Calibration
from frenemy.affinity.logistic import Logistic, fit_logistic

_STEEPEST = 1e307
_FAR = 1.5  # times what nearly all distances within classes are below


def fit_distance_line(distances: npt.NDArray[np.float64], is_same: npt.NDArray[np.bool_]) -> Calibration:
    """:func:`fit_logistic`, which wants scores that can be squared, in a unit of about the largest distance.

    Distances well beyond those within classes are held there: pairs that are apart anyhow would flatten the line, and
    move where it crosses 0 away from where it is decided.
    """
    unit = math.ldexp(1.0, math.frexp(float(distances.max(initial=0.0)))[1] - 1)  # a power of two: nothing is rounded
    scores = distances / unit
    within = scores[is_same]
    # Of few pairs the farthest is not as far as others will be.
    far = (_FAR + 3.0 / math.sqrt(len(within))) * float(np.quantile(within, 0.99)) if len(within) else 0.0
    held = np.minimum(scores, far)
    calibration = fit_logistic(held if held.min(initial=0.0) < held.max(initial=0.0) else scores, is_same)
    line = calibration.curve
    assert isinstance(line, Logistic)
    if line.slope > 0.0:  # the farther, the more together: this distance knows nothing of the classes
        return replace(calibration, curve=Logistic(0.0, 0.0))
    slope = max(-_STEEPEST, line.slope / unit)
    return replace(calibration, curve=Logistic(slope, line.intercept))
