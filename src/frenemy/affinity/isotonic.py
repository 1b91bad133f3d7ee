"""A curve through labelled scores that only rises, or only falls, and has no other shape."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibration import Calibration
from frenemy.affinity.labeled_pairs import labeled_scores
from frenemy.affinity.log_odds import MOST, check_most, logit
from frenemy.affinity.pooling import pooled
from frenemy.affinity.smoothing import check_smoothing


@dataclass(frozen=True, eq=False)
class Isotonic:
    """Log-likelihood ratios with straight lines between ``ratios[i]`` at ``knots[i]``, and level beyond the ends.

    Ratios may be infinite. A line to infinity would have nothing on it: it goes to ``most`` instead, or to the largest
    ratio that is finite, and the level itself is infinite.
    """

    knots: npt.NDArray[np.float64]
    ratios: npt.NDArray[np.float64]
    most: float = MOST

    def __call__(self, scores: npt.NDArray[np.float64], /) -> npt.NDArray[np.float64]:
        is_finite = np.isfinite(self.ratios)
        if is_finite.all():
            return np.interp(scores, self.knots, self.ratios)
        top = max(self.most, float(np.abs(self.ratios[is_finite]).max(initial=0.0)))
        lines = np.interp(scores, self.knots, np.clip(self.ratios, -top, top))
        before = np.maximum(np.searchsorted(self.knots, scores, side="right") - 1, 0)
        after = np.minimum(np.searchsorted(self.knots, scores, side="left"), len(self.knots) - 1)
        level = self.ratios[before]
        return np.where(np.isinf(level) & (level == self.ratios[after]), level, lines)


def fit_isotonic(
    scores: npt.ArrayLike, is_same: npt.ArrayLike, *, smoothing: float = 1.0, most: float = MOST
) -> Calibration:
    """Fit a curve that only rises or only falls with the score, whichever is closer (isotonic regression).

    Choose it when a higher score always says more and the shape is not known, with some hundreds of labelled pairs or
    more. Scores between two levels lie on a straight line between their weights; beyond the labelled scores the
    weight stays as it is.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    smoothing : float
        So many more pairs on each level, with the share of all labelled pairs: a level that has one kind only, as the
        lowest and highest mostly do, has then no infinite odds, and one of few pairs is not taken for sure. Levels
        that are out of order after that are joined.
    most : float
        Weights beyond this many nats are cut to it, which matters without smoothing.

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
    check_most(most)
    places, back = np.unique(values, return_inverse=True)
    counts = np.bincount(back).astype(np.float64)
    shares = np.bincount(back, same) / counts
    share = float(same.mean())

    rising, falling = pooled(shares, counts), pooled(-shares, counts)
    is_rising = rising.error(shares, counts) <= falling.error(-shares, counts)
    sign, levels = (1.0, rising) if is_rising else (-1.0, falling)
    smooth = (levels.weights * levels.values + smoothing * sign * share) / (levels.weights + smoothing)
    joined = pooled(smooth, levels.weights + smoothing)

    starts = levels.starts[joined.starts]
    ends = np.append(starts[1:], len(places)) - 1
    p = np.clip(sign * joined.values, 0.0, 1.0)
    with np.errstate(divide="ignore"):
        ratios = np.log(p) - np.log1p(-p) - logit(share, "share")
    knots, first = np.unique(places[np.stack((starts, ends), axis=1).ravel()], return_index=True)
    return Calibration(Isotonic(knots, np.repeat(ratios, 2)[first], check_most(most)), share, most)
