"""Conversion between probabilities and weights (log-odds in nats)."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Floats
from frenemy.problem.checked_arrays import number, numbers
from frenemy.problem.renamed_parameters import renamed_parameters

# Odds of 485 million to 1. Few estimates are that certain, and a sum of ten million such weights is exact to 1e-7.
MAX_LOG_ODDS = 20.0


@renamed_parameters(most="max_weight")
def log_odds(p: npt.ArrayLike, *, prior: float = 0.5, target: float = 0.5, max_weight: float = MAX_LOG_ODDS) -> Floats:
    """Weights from probabilities: ``logit(p) - logit(prior) + logit(target)``.

    The probability that a pair is together combines the evidence about this pair with the base rate of the pairs that
    the probability was estimated from. ``prior`` is that base rate; ``target`` replaces it.

    - ``log_odds(p)`` is ``log(p / (1 - p))``: the probabilities are right for these pairs, each on its own.
    - ``log_odds(p, prior=0.02)`` is the log-likelihood ratio ``log(f+ / f-)``, the evidence alone: the weight of the
      paper's model, in which all clusterings are equally likely a priori.
    - ``log_odds(p, prior=0.5, target=0.02)`` corrects a classifier that was trained on equally many pairs of both
      kinds and is applied where 2 % of the pairs are together.

    Parameters
    ----------
    p : float, any shape
        Probabilities that pairs are together, in 0..1.
    prior : float
        Share of pairs that were together where ``p`` was estimated, above 0 and below 1.
    target : float
        Share to assume for these pairs. One half adds nothing.
    max_weight : float
        Weights are clipped to plus or minus this many nats. Without clipping, probabilities of 0 and 1 would give
        infinite weights, and one wrong pair would outweigh all others. The default is odds of 485 million to 1.
        :func:`is_clipped` shows which weights are clipped.

    Returns
    -------
    float64, the shape of ``p``
        Above 0 together, below 0 apart.

    Examples
    --------
    >>> from frenemy.affinity import log_odds
    >>> log_odds([0.5, 0.9, 1.0]).round(3)
    array([ 0.   ,  2.197, 20.   ])
    >>> log_odds([0.02, 0.5], prior=0.02).round(3)
    array([0.   , 3.892])
    """
    values = numbers(p, "probabilities")
    _refuse(~((values >= 0.0) & (values <= 1.0)), values, "probabilities must be in 0..1")
    shift = logit(target, "target") - logit(prior, "prior")
    with np.errstate(divide="ignore"):
        weights = np.log(values) - np.log1p(-values)
    return clipped(weights + shift, max_weight)


@renamed_parameters(most="max_weight")
def from_bits(
    bits: npt.ArrayLike, *, prior: float = 0.5, target: float = 0.5, max_weight: float = MAX_LOG_ODDS
) -> Floats:
    """Weights from log-odds to base 2, such as splink's ``match_weight``; infinite ones are clipped to ``max_weight``.

    Splink's match weights include its ``probability_two_random_records_match``. Pass it as ``prior`` to remove it;
    otherwise the weights are posterior odds. :func:`log_odds` explains when to use which.

    Parameters
    ----------
    bits : float, any shape
        Log-odds to base 2; may be infinite.
    prior, target, max_weight
        As in :func:`log_odds`; ``max_weight`` is in nats.

    Returns
    -------
    float64, the shape of ``bits``

    Examples
    --------
    >>> from frenemy.affinity import from_bits
    >>> from_bits([1.0, -10.0, float("inf")]).round(3)
    array([ 0.693, -6.931, 20.   ])
    """
    values = numbers(bits, "bits")
    _refuse(np.isnan(values), values, "bits must be numbers")
    shift = logit(target, "target") - logit(prior, "prior")
    return clipped(values * math.log(2.0) + shift, max_weight)


def probability(weights: npt.ArrayLike, *, prior: float = 0.5, target: float = 0.5) -> Floats:
    """Probabilities from weights, ``1 / (1 + exp(-weight))``: the inverse of :func:`log_odds`.

    Parameters
    ----------
    weights : float, any shape
        Log-odds in nats; may be infinite.
    prior, target : float
        The values that were passed to :func:`log_odds`.

    Returns
    -------
    float64, the shape of ``weights``

    Examples
    --------
    >>> from frenemy.affinity import log_odds, probability
    >>> probability([0.0, 2.197]).round(3)
    array([0.5, 0.9])
    >>> probability(log_odds(0.3, prior=0.02), prior=0.02).round(3)
    np.float64(0.3)
    """
    values = numbers(weights, "weights")
    _refuse(np.isnan(values), values, "weights must be numbers")
    return sigmoid(values + (logit(prior, "prior") - logit(target, "target")))


@renamed_parameters(most="max_weight")
def is_clipped(weights: npt.ArrayLike, *, max_weight: float = MAX_LOG_ODDS) -> Bools:
    """Which weights are clipped: those with an absolute value of at least ``max_weight``.

    Examples
    --------
    >>> from frenemy.affinity import is_clipped, log_odds
    >>> int(is_clipped(log_odds([0.0, 0.2, 1.0])).sum())
    2
    """
    values = numbers(weights, "weights")
    _refuse(np.isnan(values), values, "weights must be numbers")
    return np.abs(values) >= check_max_weight(max_weight)


def clipped(weights: Floats, max_weight: float) -> Floats:
    """Weights clipped to ``-max_weight..max_weight``."""
    limit = check_max_weight(max_weight)
    return np.clip(weights, -limit, limit)


def check_max_weight(max_weight: float) -> float:
    limit = number(max_weight)
    if not 0.0 < limit < math.inf:
        raise ValueError(f"max_weight must be above 0 and finite, got {max_weight!r}")
    return limit


def logit(share: float, name: str) -> float:
    """Log-odds of a share of pairs, which must be above 0 and below 1."""
    value = number(share)
    if not 0.0 < value < 1.0:
        raise ValueError(f"{name} must be above 0 and below 1, got {share!r}")
    return math.log(value) - math.log1p(-value)


def sigmoid(weights: Floats) -> Floats:
    # exp of a number of at most 0 cannot overflow.
    small = np.exp(-np.abs(weights))
    return np.where(weights >= 0.0, 1.0, small)[()] / (1.0 + small)


def _refuse(is_bad: Bools, values: Floats, rule: str) -> None:
    """Raise an error that shows the first bad value and its position."""
    if not np.any(is_bad):
        return
    place = tuple(int(i) for i in np.argwhere(is_bad)[0])
    at = f" at position {place[0] if len(place) == 1 else place}" if place else ""
    raise ValueError(f"{rule}, got {values[place]}{at}")
