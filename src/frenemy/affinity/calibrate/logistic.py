"""Platt calibration: a logistic curve fitted to labelled scores."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.calibration import Calibration
from frenemy.affinity.calibrate.labeled_pairs import labeled_scores
from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS, check_max_weight, logit, sigmoid
from frenemy.problem.array_types import Bools, Floats
from frenemy.problem.renamed_parameters import renamed_parameters

MIN_GAIN = 1e-12  # predicted decrease of the mean loss at which Newton's method stops
MAX_STEPS = 100
MAX_DEVIATION = 10.0  # interquartile ranges, or distances of the medians: scores beyond are clipped for fitting


@dataclass(frozen=True)
class Logistic:
    """Log-likelihood ratios on a straight line: ``slope * score + intercept``."""

    slope: float
    intercept: float

    def __call__(self, scores: Floats, /) -> Floats:
        with np.errstate(over="ignore"):  # infinite odds are clipped like large ones
            return self.slope * scores + self.intercept


@renamed_parameters(most="max_weight")
def fit_logistic(scores: npt.ArrayLike, is_same: npt.ArrayLike, *, max_weight: float = MAX_LOG_ODDS) -> Calibration:
    """Fit weights that are linear in the score, by logistic regression with Platt's targets.

    Choose it for distances and classifier outputs with up to a few thousand labelled pairs; a dozen of each kind are
    enough. It is exact if the scores of both kinds are normal with equal variance, and often close otherwise. For
    distances, the slope is negative.

    The targets are ``(n + 1) / (n + 2)`` and ``1 / (n + 2)`` instead of 1 and 0, with the ``n`` pairs of each kind.
    This keeps the slope finite if a threshold separates the two kinds. With these targets, a single outlier, such as
    1e6 for "none", would flatten the line. So for fitting, scores are clipped beyond the medians of both kinds by 10
    times the larger interquartile range, or 10 times the distance of the medians if that is larger.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    max_weight : float
        Weights are clipped to this many nats: a line extrapolates beyond the labelled scores.

    Returns
    -------
    Calibration
        Its ``curve`` has ``slope`` and ``intercept``.

    References
    ----------
    Platt, "Probabilistic outputs for support vector machines and comparisons to regularized likelihood methods", 1999.
    Lin, Lin & Weng, "A note on Platt's probabilistic outputs for support vector machines", 2007: Newton's method.

    Examples
    --------
    >>> from frenemy.affinity import fit_logistic
    >>> distances, is_same = [0.2, 0.3, 0.5, 0.6, 0.9, 1.4], [True, True, False, True, False, False]
    >>> calibration = fit_logistic(distances, is_same)
    >>> calibration.log_odds([0.1, 0.5, 1.0, 2.0]).round(2)
    array([ 1.31,  0.32, -0.92, -3.41])
    """
    values, same = labeled_scores(scores, is_same)
    check_max_weight(max_weight)
    n_same = int(np.count_nonzero(same))
    n_apart = len(same) - n_same
    targets = np.where(same, (n_same + 1.0) / (n_same + 2.0), 1.0 / (n_apart + 2.0))
    values = _without_outliers(values, same)
    center, scale = _center_and_scale(values)
    slope, intercept = _newton((values - center) / scale, targets)
    # The mean of the targets is the probability at a score without evidence.
    evidence = intercept - slope * center / scale - logit(float(targets.mean()), "share")
    return Calibration(Logistic(slope / scale, evidence), n_same / len(same), max_weight)


def _without_outliers(values: Floats, same: Bools) -> Floats:
    """Scores, clipped where they are far from the medians of both kinds."""
    quartiles = np.array([np.percentile(kind, (25, 50, 75)) for kind in (values[same], values[~same])])
    low, high = quartiles[:, 1].min(), quartiles[:, 1].max()
    width = max(high - low, *(quartiles[:, 2] - quartiles[:, 0]))
    if width == 0.0:  # most scores of both kinds are equal, so there is no scale for outliers
        return values
    return np.clip(values, low - MAX_DEVIATION * width, high + MAX_DEVIATION * width)


def _center_and_scale(values: Floats) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    center = low / 2.0 + high / 2.0
    # Half the range, not the standard deviation: it does not round to 0, and scaled scores lie in -1..1.
    return center, max(high - center, center - low)


def _newton(x: Floats, targets: Floats) -> tuple[float, float]:
    """Slope and intercept of minimal cross entropy, which is convex in both, by Newton's method with line search."""
    slope, intercept = 0.0, logit(float(targets.mean()), "share")
    z = slope * x + intercept
    loss = _loss(z, targets)
    for _ in range(MAX_STEPS):
        p = sigmoid(z)
        error, spread = p - targets, p * (1.0 - p)
        g0, g1 = float(error.mean()), float((error * x).mean())
        h00, h01, h11 = float(spread.mean()), float((spread * x).mean()), float((spread * x * x).mean())
        h11 += 1e-14  # x may hardly vary
        determinant = h00 * h11 - h01 * h01
        if not determinant > 0.0:
            break
        down0, down1 = (h01 * g1 - h11 * g0) / determinant, (h01 * g0 - h00 * g1) / determinant
        gain = -(g0 * down0 + g1 * down1)
        if gain <= MIN_GAIN:
            break
        step, stepped = 1.0, loss
        while step > 1e-10:
            z = (slope + step * down1) * x + (intercept + step * down0)
            stepped = _loss(z, targets)
            if stepped <= loss - 1e-4 * step * gain:
                break
            step /= 2.0
        else:
            break
        slope, intercept, loss = slope + step * down1, intercept + step * down0, stepped
    return slope, intercept


def _loss(z: Floats, targets: Floats) -> float:
    return float(np.mean(np.logaddexp(0.0, z) - targets * z))
