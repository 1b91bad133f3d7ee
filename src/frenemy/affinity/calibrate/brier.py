"""The Brier score of probabilities, and its decomposition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.calibration_curve import Bins, calibration_curve
from frenemy.affinity.calibrate.labeled_pairs import labeled_probabilities
from frenemy.problem.array_types import Bools, Floats


@dataclass(frozen=True)
class BrierScore:
    """The Brier score (mean squared error of probabilities) and its decomposition.

    ``score = reliability - resolution + uncertainty + within``, exactly.

    Parameters
    ----------
    score : float
        Mean of ``(p - is_same) ** 2``: 0 is perfect, lower is better.
    reliability : float
        Mean squared calibration error of the bins; perfect calibration makes it 0.
    resolution : float
        Variance of the observed share between bins; calibration cannot increase it.
    uncertainty : float
        Score of a constant prediction of the overall share, ``share * (1 - share)``.
    within : float
        Contribution of differences inside bins; small with enough bins.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    within: float

    @property
    def skill(self) -> float:
        """Brier skill score relative to a constant prediction of the overall share: 1 is perfect, 0 no better."""
        return 1.0 - self.score / self.uncertainty if self.uncertainty > 0.0 else float("nan")


def brier_score(p: npt.ArrayLike, is_same: npt.ArrayLike, *, n_bins: int = 10, bins: Bins = "width") -> BrierScore:
    """Brier score of probabilities. Use held-out pairs, not those that the probabilities were fitted to.

    Parameters
    ----------
    p : (n_pairs,) float
        Probabilities that pairs are together, in 0..1.
    is_same : (n_pairs,) bool
        Whether each pair is together.
    n_bins, bins
        As in :func:`calibration_curve`; the decomposition depends on them, the score does not.

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
    values, same = labeled_probabilities(p, is_same)
    curve = calibration_curve(values, same, n_bins=n_bins, bins=bins)
    bin_share, share = curve.count / len(values), float(same.mean())
    score = float(np.mean((values - same) ** 2))
    reliability = float(np.sum(bin_share * (curve.predicted - curve.true) ** 2))
    resolution = float(np.sum(bin_share * (curve.true - share) ** 2))
    uncertainty = share * (1.0 - share)
    within = _within_bins(values, same, curve.low, curve.predicted, curve.true)
    return BrierScore(score, reliability, resolution, uncertainty, within)


def _within_bins(values: Floats, same: Bools, low: Floats, predicted: Floats, true: Floats) -> float:
    """Variance of the probabilities inside bins, minus twice their covariance with the labels."""
    bin_of = np.searchsorted(low, values, side="right") - 1
    deviation = values - predicted[bin_of]
    return float(np.mean(deviation * deviation) - 2.0 * np.mean(deviation * (same - true[bin_of])))
