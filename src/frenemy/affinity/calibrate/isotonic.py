"""Isotonic calibration: a monotone curve fitted to labelled scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.calibration import Calibration
from frenemy.affinity.calibrate.labeled_pairs import check_smoothing, labeled_scores
from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS, check_max_weight, logit
from frenemy.affinity.calibrate.pooling import pooled
from frenemy.problem.array_types import Floats
from frenemy.problem.renamed_parameters import renamed_parameters


@dataclass(frozen=True, eq=False)
class Isotonic:
    """Log-likelihood ratios, linear between ``ratios[i]`` at ``knots[i]`` and constant beyond the ends.

    Ratios may be infinite. Interpolation towards an infinite ratio uses ``most``, or the largest finite ratio if that
    is larger; between two equal infinite ratios the result is infinite.
    """

    knots: Floats
    ratios: Floats
    max_weight: float = MAX_LOG_ODDS

    def __call__(self, scores: Floats, /) -> Floats:
        is_finite = np.isfinite(self.ratios)
        if is_finite.all():
            return np.interp(scores, self.knots, self.ratios)
        top = max(self.max_weight, float(np.abs(self.ratios[is_finite]).max(initial=0.0)))
        interpolated = np.interp(scores, self.knots, np.clip(self.ratios, -top, top))
        before = np.maximum(np.searchsorted(self.knots, scores, side="right") - 1, 0)
        after = np.minimum(np.searchsorted(self.knots, scores, side="left"), len(self.knots) - 1)
        level = self.ratios[before]
        return np.where(np.isinf(level) & (level == self.ratios[after]), level, interpolated)


@renamed_parameters(most="max_weight")
def fit_isotonic(
    scores: npt.ArrayLike, is_same: npt.ArrayLike, *, smoothing: float = 1.0, max_weight: float = MAX_LOG_ODDS
) -> Calibration:
    """Fit a monotone curve by isotonic regression, increasing or decreasing, whichever fits better.

    Choose it if the weight is monotone in the score but the shape is unknown, with at least some hundreds of labelled
    pairs. Weights are interpolated linearly between levels, and constant beyond the labelled scores.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    smoothing : float
        Number of pseudo-pairs added to each level, with the overall share of pairs that are together. This keeps odds
        finite on levels with pairs of one kind only, usually the lowest and the highest, and shrinks levels with few
        pairs. Levels that are out of order afterwards are pooled.
    max_weight : float
        Weights are clipped to this many nats; this matters without smoothing.

    Returns
    -------
    Calibration

    References
    ----------
    Zadrozny & Elkan, "Transforming classifier scores into accurate multiclass probability estimates", 2002.

    Examples
    --------
    >>> from frenemy.affinity import fit_isotonic
    >>> calibration = fit_isotonic([1, 2, 3, 4, 5, 6], [0, 0, 1, 0, 1, 1])
    >>> (calibration.log_odds([0, 3, 4, 5]).round(2) + 0.0).tolist()
    [-1.61, 0.0, 0.0, 1.61]
    """
    values, same = labeled_scores(scores, is_same)
    check_smoothing(smoothing)
    check_max_weight(max_weight)
    places, back = np.unique(values, return_inverse=True)
    counts = np.bincount(back).astype(np.float64)
    shares = np.bincount(back, same) / counts
    share = float(same.mean())

    rising, falling = pooled(shares, counts), pooled(-shares, counts)
    is_rising = rising.error(shares, counts) <= falling.error(-shares, counts)
    sign, levels = (1.0, rising) if is_rising else (-1.0, falling)
    smooth = (levels.weights * levels.values + smoothing * sign * share) / (levels.weights + smoothing)
    merged = pooled(smooth, levels.weights + smoothing)

    starts = levels.starts[merged.starts]
    ends = np.append(starts[1:], len(places)) - 1
    p = np.clip(sign * merged.values, 0.0, 1.0)
    with np.errstate(divide="ignore"):
        ratios = np.log(p) - np.log1p(-p) - logit(share, "share")
    knots, first = np.unique(places[np.stack((starts, ends), axis=1).ravel()], return_index=True)
    return Calibration(Isotonic(knots, np.repeat(ratios, 2)[first], check_max_weight(max_weight)), share, max_weight)
