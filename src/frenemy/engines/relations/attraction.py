"""The score above which a row attracts, so that an engine can tell by comparing scores."""

from __future__ import annotations

import math

import numpy as np

from frenemy.tables.weighing.weighing import Weighing


def score_above(weighing: Weighing, low: float | None, high: float | None, weight: float = 0.0) -> float:
    """The greatest score that does not weigh more than ``weight``, among all numbers from ``low`` to ``high``.

    Weights never decrease where scores increase, so bisection finds it exactly, as doubles are ordered like the whole
    numbers that have their bits.

    Examples
    --------
    >>> from frenemy.engines.relations.attraction import score_above
    >>> from frenemy.tables.weighing.weighing import Weighing
    >>> score_above(Weighing("probabilities", None, None, lambda nats: nats), 0.0, 1.0)
    0.5
    """
    if low is None or high is None or not _weighs_more(weighing, high, weight):
        return math.inf
    if _weighs_more(weighing, low, weight):
        return -math.inf
    below, above = _place(low), _place(high)
    while above - below > 1:
        middle = (below + above) // 2
        if _weighs_more(weighing, _number(middle), weight):
            above = middle
        else:
            below = middle
    return _number(below)


def _weighs_more(weighing: Weighing, score: float, weight: float) -> bool:
    return bool(weighing(np.array([score])).weights[0] > weight)


def _place(number: float) -> int:
    """The position of a double in the order of all doubles; 0 for zero."""
    bits = int(np.float64(number).view(np.int64))
    return bits if bits >= 0 else -(bits & 0x7FFF_FFFF_FFFF_FFFF)


def _number(place: int) -> float:
    bits = np.int64(place) if place >= 0 else np.int64(-place) | np.int64(-(2**63))
    return float(bits.view(np.float64))
