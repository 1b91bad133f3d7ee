"""A logistic curve through labelled scores: Platt's calibration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibration import Calibration
from frenemy.affinity.labeled_pairs import labeled_scores
from frenemy.affinity.log_odds import MOST, check_most, logit, sigmoid

ENOUGH = 1e-12  # of the loss, per pair
MAX_STEPS = 100
FAR = 10.0  # times the width of a kind, or the distance between both: farther out scores are held for fitting


@dataclass(frozen=True)
class Logistic:
    """Log-likelihood ratios on a straight line: ``slope * score + intercept``."""

    slope: float
    intercept: float

    def __call__(self, scores: npt.NDArray[np.float64], /) -> npt.NDArray[np.float64]:
        with np.errstate(over="ignore"):  # infinite odds are cut like large ones
            return self.slope * scores + self.intercept


def fit_logistic(scores: npt.ArrayLike, is_same: npt.ArrayLike, *, most: float = MOST) -> Calibration:
    """Fit weights that are a straight line over the scores, by logistic regression with Platt's targets.

    Choose it for distances and for outputs of classifiers with up to a few thousand labelled pairs; a dozen of
    each kind will do. It is right where both kinds are normal and equally wide, and often close. The slope comes out
    below 0 for distances.

    The targets are ``(n + 1) / (n + 2)`` and ``1 / (n + 2)`` instead of 1 and 0, with the ``n`` pairs of each kind:
    the line is not infinitely steep where a threshold separates the two kinds. With them a single score far out, such
    as 1e6 for "none", would make it flat, as it must not tell more than the target. So for fitting, scores are held
    where they are farther from the medians of both kinds than 10 times the wider interquartile range, or 10 times what
    is between the medians if that is more.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    most : float
        Weights beyond this many nats are cut to it: a line goes on beyond the labelled scores.

    Returns
    -------
    Calibration
        With a ``curve`` that has ``slope`` and ``intercept``.

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
    check_most(most)
    n_same = int(np.count_nonzero(same))
    n_apart = len(same) - n_same
    targets = np.where(same, (n_same + 1.0) / (n_same + 2.0), 1.0 / (n_apart + 2.0))
    values = _held(values, same)
    center, scale = _center_and_scale(values)
    slope, intercept = _newton((values - center) / scale, targets)
    # A score that says nothing has the mean of the targets as its probability.
    evidence = intercept - slope * center / scale - logit(float(targets.mean()), "share")
    return Calibration(Logistic(slope / scale, evidence), n_same / len(same), most)


def _held(values: npt.NDArray[np.float64], same: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
    quartiles = np.array([np.percentile(kind, (25, 50, 75)) for kind in (values[same], values[~same])])
    low, high = quartiles[:, 1].min(), quartiles[:, 1].max()
    width = max(high - low, *(quartiles[:, 2] - quartiles[:, 0]))
    if width == 0.0:  # most scores of both kinds are one and the same, and what is far is not known
        return values
    return np.clip(values, low - FAR * width, high + FAR * width)


def _center_and_scale(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    low, high = float(values.min()), float(values.max())
    center = low / 2.0 + high / 2.0
    # Half the range, not the deviation: it is not 0 by rounding, and no score goes beyond 1.
    return center, max(high - center, center - low)


def _newton(x: npt.NDArray[np.float64], targets: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Slope and intercept of least cross entropy, which is convex in both."""
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
        if gain <= ENOUGH:
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


def _loss(z: npt.NDArray[np.float64], targets: npt.NDArray[np.float64]) -> float:
    return float(np.mean(np.logaddexp(0.0, z) - targets * z))
