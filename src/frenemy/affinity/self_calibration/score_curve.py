"""The probability of pairs by their scores: a logistic curve, less the share of confident pairs that are wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from frenemy.problem.array_types import Floats, Ints

MAX_ROUNDS, TOLERANCE = 60, 1e-3  # of expectation maximization
CLOSURE = 0.8  # prior of the probability that a true pair is listed
FALSE = -4.0  # prior of the log-odds that a confident pair is wrong
_FALSE_SPREAD, _SHIFT_SPREAD, _LOG_SLOPE_SPREAD = 1.5, 3.0, 0.5
_BIN, _EDGE = 0.1, 40.0  # nats: width of the bins of scores, and range
_OWN_PAIRS = 50.0  # number of pairs that the prior by the scores themselves counts as

SCORES = np.arange(-round(_EDGE / _BIN), round(_EDGE / _BIN) + 1) * _BIN  # of the bins


def bins_of(scores: Floats) -> Ints:
    """The bin of each score."""
    bins: Ints = np.round(np.clip(scores, -_EDGE, _EDGE) / _BIN).astype(np.int64) + round(_EDGE / _BIN)
    return bins


def sum_by_score(bins: Ints, values: Floats) -> Floats:
    """The sum of the values of each bin."""
    sums: Floats = np.bincount(bins, values, len(SCORES)).astype(np.float64, copy=False)
    return sums


def own_belief(scores: Floats) -> Floats:
    """Probabilities if the scores are log-odds."""
    belief: Floats = 1.0 / (1.0 + np.exp(-np.clip(scores, -_EDGE, _EDGE)))
    return belief


@dataclass(frozen=True)
class ScoreCurve:
    """
    Attributes
    ----------
    shift, log_slope : float
        Of the log-odds.
    wrong : float
        Log-odds that a confident pair is wrong.

    Examples
    --------
    >>> from frenemy.affinity.self_calibration.score_curve import SCORES, ScoreCurve
    >>> ScoreCurve().probability[SCORES.searchsorted([0.0, 30.0])].round(2)
    array([0.49, 0.98])
    """

    shift: float = 0.0
    log_slope: float = 0.0
    wrong: float = FALSE

    @property
    def slope(self) -> float:
        return math.exp(self.log_slope)

    @property
    def false_share(self) -> float:
        return sigmoid(self.wrong)

    @property
    def probability(self) -> Floats:
        """By bin."""
        odds = np.clip(self.shift + self.slope * SCORES, -50.0, 50.0)
        probability: Floats = np.clip((1.0 - self.false_share) / (1.0 + np.exp(-odds)), 1e-12, 1.0 - 1e-12)
        return probability

    @property
    def log_odds(self) -> Floats:
        """By bin."""
        probability = self.probability
        odds: Floats = np.log(probability / (1.0 - probability))
        return odds

    def fitted(self, true: Floats, false: Floats) -> ScoreCurve:
        """The curve for so many true and false pairs in each bin, found from here."""
        from scipy.optimize import minimize

        def cost(at: Floats) -> float:
            p = ScoreCurve(*at).probability
            belief = (at[0] / _SHIFT_SPREAD) ** 2 + (at[1] / _LOG_SLOPE_SPREAD) ** 2
            belief += ((at[2] - FALSE) / _FALSE_SPREAD) ** 2
            return float(-(true @ np.log(p)) - (false @ np.log1p(-p)) + 0.5 * belief)

        start = (self.shift, self.log_slope, self.wrong)
        found = minimize(cost, start, method="L-BFGS-B", bounds=((-20.0, 20.0), (-3.0, 3.0), (-12.0, 0.0))).x
        return ScoreCurve(*map(float, found))

    def is_near(self, other: ScoreCurve) -> bool:
        """Whether the log-odds of both are about the same."""
        return max(abs(self.shift - other.shift), abs(self.log_slope - other.log_slope)) < TOLERANCE


def own_counts(bins: Ints, own: Floats) -> tuple[Floats, Floats]:
    """True and false pairs by bin, as the scores themselves have it: few, so that many pairs outweigh them."""
    believed = _OWN_PAIRS / len(own)
    return sum_by_score(bins, believed * own), sum_by_score(bins, believed * (1.0 - own))


def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))
