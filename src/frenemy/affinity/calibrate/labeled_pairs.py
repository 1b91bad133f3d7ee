"""Argument checks shared by all fits: scores, labels of pairs, bounds and smoothing."""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Floats
from frenemy.problem.checked_arrays import floats, number, unmasked

Bounds: TypeAlias = tuple[float | None, float | None]

MAX_SCORE = 1e100  # its square and the square of its inverse are finite


def labeled_scores(scores: npt.ArrayLike, is_same: npt.ArrayLike) -> tuple[Floats, Bools]:
    """Scores to fit: finite, not all equal, with pairs of both kinds."""
    values, same = finite_scores(scores), answers(is_same)
    _check_lengths(values, same, "scores")
    n_same = int(np.count_nonzero(same))
    if n_same in (0, len(same)):
        kind, other = ("apart", "together") if n_same == 0 else ("together", "apart")
        raise ValueError(
            f"is_same must have pairs of both kinds, got {len(same)} that are {kind} and none that is {other}: "
            f"label some that are {other}, or, if both densities are known, use DensityRatio(f_plus, f_minus)"
        )
    low, high = float(values.min()), float(values.max())
    if low == high:
        raise ValueError(f"scores must not all be equal, got {len(values)} scores of {values[0]}")
    if max(-low, high) > MAX_SCORE or high - low < 1.0 / MAX_SCORE:
        raise ValueError(f"scores are too large or too close to square, got {low} to {high}: rescale them")
    return values, same


def labeled_probabilities(p: npt.ArrayLike, is_same: npt.ArrayLike) -> tuple[Floats, Bools]:
    """Probabilities to evaluate; pairs of one kind are enough."""
    values, same = floats(p, "probabilities"), answers(is_same)
    bad = np.flatnonzero(~((values >= 0.0) & (values <= 1.0)))
    if len(bad):
        raise ValueError(f"probabilities must be in 0..1, got {values[bad[0]]} at pair {bad[0]}")
    _check_lengths(values, same, "probabilities")
    return values, same


def finite_scores(scores: npt.ArrayLike) -> Floats:
    values = floats(scores, "scores")
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        raise ValueError(f"scores must be finite, got {values[bad[0]]} at pair {bad[0]}")
    return values


def answers(is_same: npt.ArrayLike) -> Bools:
    """Whether each pair is together, as bool; 0 and 1 are accepted."""
    given = unmasked(is_same, "is_same")
    if given.dtype == np.bool_ and given.ndim == 1:
        return given
    values = floats(is_same, "is_same")
    bad = np.flatnonzero((values != 0.0) & (values != 1.0))
    if len(bad):
        raise ValueError(f"is_same must be True or False, or 1 or 0, got {values[bad[0]]} at pair {bad[0]}")
    return np.equal(values, 1.0)


def _check_lengths(values: Floats, same: Bools, name: str) -> None:
    if len(values) != len(same):
        raise ValueError(f"{name} and is_same must have the same length, got {len(values)} and {len(same)}")
    if not len(values):
        raise ValueError(f"{name} must have at least one pair, got none")


def check_bounds(values: Floats, bounds: Bounds) -> tuple[float, float]:
    """Both ends, infinite where open; all scores must lie between them."""
    try:
        below, above = bounds
        low = -math.inf if below is None else number(below)
        high = math.inf if above is None else number(above)
    except (TypeError, ValueError):
        low = high = math.nan
    if not low < high:
        raise ValueError(f"bounds must be (low, high) with low < high, None for an open end, got {bounds!r}")
    bad = np.flatnonzero((values < low) | (values > high))
    if len(bad):
        raise ValueError(f"scores must be within bounds {bounds}, got {values[bad[0]]} at pair {bad[0]}")
    return low, high


def check_smoothing(smoothing: float) -> None:
    if not 0.0 <= number(smoothing) < math.inf:
        raise ValueError(f"smoothing must be at least 0 and finite, got {smoothing!r}")
