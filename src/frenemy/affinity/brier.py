"""One number for how good probabilities are, and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibration_curve import Bins, calibration_curve
from frenemy.affinity.labeled_pairs import judged_probabilities


@dataclass(frozen=True)
class BrierScore:
    """The mean square of what probabilities are off by, and its parts.

    ``score = reliability - resolution + uncertainty + within``, exactly.

    Parameters
    ----------
    score : float
        Mean of ``(p - is_same) ** 2``: 0 is perfect, lower is better.
    reliability : float
        What is lost as probabilities are not what they say, bin by bin; calibration brings it to 0.
    resolution : float
        What is gained by telling pairs apart; calibration cannot add to it.
    uncertainty : float
        What telling the same share of all pairs would score, ``share * (1 - share)``.
    within : float
        What differences inside bins add; small with enough bins.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float

    @property
    def skill(self) -> float:
        """How much better than telling the same share of all pairs: 1 is perfect, 0 no better, below 0 worse."""
        return 1.0 - self.score / self.uncertainty if self.uncertainty > 0.0 else float("nan")


def brier_score(p: npt.ArrayLike, is_same: npt.ArrayLike, *, n_bins: int = 10, bins: Bins = "width") -> BrierScore:
    """Score probabilities by what is true. Use pairs that the probabilities were not fitted to.

    Parameters
    ----------
    p : (n_pairs,) float
        Probabilities that pairs are together, in 0..1.
    is_same : (n_pairs,) bool
        Whether each is.
    n_bins, bins
        As in :func:`calibration_curve`; the parts depend on them, the score does not.

    Returns
    -------
    BrierScore

    References
    ----------
    Brier, "Verification of forecasts expressed in terms of probability", 1950.
    Murphy, "A new vector partition of the probability score", 1973.
    Stephenson, Coelho & Jolliffe, "Two extra components in the Brier score decomposition", 2008: ``within``.

    Examples
    --------
    >>> from frenemy.affinity import brier_score
    >>> found = brier_score([0.1, 0.1, 0.9, 0.9], [False, False, True, False])
    >>> round(found.score, 3), round(found.reliability, 3), round(found.resolution, 3), round(found.uncertainty, 4)
    (0.21, 0.085, 0.062, 0.1875)
    """
    values, same = judged_probabilities(p, is_same)
    curve = calibration_curve(values, same, n_bins=n_bins, bins=bins)
    part, share = curve.count / len(values), float(same.mean())
    score = float(np.mean((values - same) ** 2))
    reliability = float(np.sum(part * (curve.told - curve.true) ** 2))
    resolution = float(np.sum(part * (curve.true - share) ** 2))
    uncertainty = share * (1.0 - share)
    within = _within(values, same, curve.low, curve.told, curve.true)
    return BrierScore(score, reliability, resolution, uncertainty, within)


def _within(
    values: npt.NDArray[np.float64],
    same: npt.NDArray[np.bool_],
    low: npt.NDArray[np.float64],
    told: npt.NDArray[np.float64],
    true: npt.NDArray[np.float64],
) -> float:
    """Variance of the probabilities inside bins, less twice their covariance with what is true."""
    bin_of = np.searchsorted(low, values, side="right") - 1
    off = values - told[bin_of]
    return float(np.mean(off * off) - 2.0 * np.mean(off * (same - true[bin_of])))
