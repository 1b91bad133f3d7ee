"""Logistic calibration of distances of any scale."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from frenemy.affinity.calibrate.calibration import Calibration
from frenemy.affinity.calibrate.logistic import Logistic, fit_logistic
from frenemy.problem.array_types import Bools, Floats

_MAX_SLOPE = 1e307
_CLIP = 1.5  # times the 99 % quantile of the distances within classes


def fit_distance_line(distances: Floats, is_same: Bools) -> Calibration:
    """:func:`fit_logistic` of distances divided by about the largest one, so that squares do not overflow.

    Distances far beyond those within classes are clipped: otherwise, pairs that are clearly apart would flatten the
    line and shift its zero.
    """
    unit = math.ldexp(1.0, math.frexp(float(distances.max(initial=0.0)))[1] - 1)  # a power of two: division is exact
    scores = distances / unit
    within = scores[is_same]
    # With few pairs, the quantile underestimates the range, so the limit is larger.
    limit = (_CLIP + 3.0 / math.sqrt(len(within))) * float(np.quantile(within, 0.99)) if len(within) else 0.0
    clipped = np.minimum(scores, limit)
    calibration = fit_logistic(clipped if clipped.min(initial=0.0) < clipped.max(initial=0.0) else scores, is_same)
    line = calibration.curve
    assert isinstance(line, Logistic)
    if line.slope > 0.0:  # larger distances within classes than between them: the distance is not informative
        return replace(calibration, curve=Logistic(0.0, 0.0))
    slope = max(-_MAX_SLOPE, line.slope / unit)
    return replace(calibration, curve=Logistic(slope, line.intercept))
