"""Pairs of which someone has said whether they are together: scores and answers, checked once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import floats

LARGEST = 1e100  # score to learn from; a square of it, or of its inverse, is still a number


def labeled_scores(
    scores: npt.ArrayLike, is_same: npt.ArrayLike
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Scores to learn from: finite, not all the same, and of pairs of both kinds."""
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
        raise ValueError(f"scores tell nothing about which pairs are together: all {len(values)} are {values[0]}")
    if max(-low, high) > LARGEST or high - low < 1.0 / LARGEST:
        raise ValueError(f"scores must be of a size that can be squared, got {low} to {high}: scale them")
    return values, same


def judged_probabilities(
    p: npt.ArrayLike, is_same: npt.ArrayLike
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Probabilities to be judged by what is true; pairs of one kind are enough."""
    values, same = floats(p, "probabilities"), answers(is_same)
    bad = np.flatnonzero(~((values >= 0.0) & (values <= 1.0)))
    if len(bad):
        raise ValueError(f"probabilities must be in 0..1, got {values[bad[0]]} at pair {bad[0]}")
    _check_lengths(values, same, "probabilities")
    return values, same


def finite_scores(scores: npt.ArrayLike) -> npt.NDArray[np.float64]:
    values = floats(scores, "scores")
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        raise ValueError(f"scores must be finite, got {values[bad[0]]} at pair {bad[0]}")
    return values


def answers(is_same: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """True where a pair is together; 0 and 1 will do."""
    given = np.asarray(is_same)
    if given.dtype == np.bool_ and given.ndim == 1:
        return given
    values = floats(is_same, "is_same")
    bad = np.flatnonzero((values != 0.0) & (values != 1.0))
    if len(bad):
        raise ValueError(f"is_same must be True or False, or 1 or 0, got {values[bad[0]]} at pair {bad[0]}")
    return np.equal(values, 1.0)


def _check_lengths(values: npt.NDArray[np.float64], same: npt.NDArray[np.bool_], name: str) -> None:
    if len(values) != len(same):
        raise ValueError(f"{name} and is_same must be as long as each other, got {len(values)} and {len(same)}")
    if not len(values):
        raise ValueError(f"{name} must be of at least one pair, got none")
