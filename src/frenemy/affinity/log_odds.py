"""Probabilities to weights and back: log-odds, in nats."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import number, numbers

# Odds of 485 million to 1. Few estimates are as good as that, and a sum of ten million such weights is exact to 1e-7.
MOST = 20.0


def log_odds(
    p: npt.ArrayLike, *, prior: float = 0.5, target: float = 0.5, most: float = MOST
) -> npt.NDArray[np.float64]:
    """Weights from probabilities: ``logit(p) - logit(prior) + logit(target)``.

    A probability that a pair is together is made of two things: what was seen of this pair, and how common it was to be
    together where the probability was learned. ``prior`` and ``target`` take the second out and put another one in.

    - ``log_odds(p)`` is ``log(p / (1 - p))``: the probabilities are right for these pairs, each judged by itself.
    - ``log_odds(p, prior=0.02)`` is the log-likelihood ratio ``log(f+ / f-)``, what was seen of the pair and nothing
      else: the weight of the paper's model, in which all clusterings are equally likely beforehand.
    - ``log_odds(p, prior=0.5, target=0.02)`` mends probabilities of a classifier that was trained on as many pairs of
      one kind as of the other, and is used where 2 % of the pairs are together.

    Parameters
    ----------
    p : float, any shape
        Probabilities that pairs are together, in 0..1.
    prior : float
        Share of pairs that were together where ``p`` was estimated, above 0 and below 1.
    target : float
        Share to assume for these pairs. One half adds nothing.
    most : float
        Weights beyond this many nats, up or down, are cut to it: at 0 and 1 they would be infinite, and one wrong
        pair would then outvote all others. The default is odds of 485 million to 1. :func:`is_clipped` tells which.

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
    return clipped(weights + shift, most)


def from_bits(
    bits: npt.ArrayLike, *, prior: float = 0.5, target: float = 0.5, most: float = MOST
) -> npt.NDArray[np.float64]:
    """Weights from log-odds to base 2, such as splink's ``match_weight``; infinite ones are cut to ``most``.

    Splink's match weights have its ``probability_two_random_records_match`` in them. Given as ``prior`` it is taken
    out; without it they are posterior odds. :func:`log_odds` says when to want which.

    Parameters
    ----------
    bits : float, any shape
        Log-odds to base 2; may be infinite.
    prior, target, most
        As in :func:`log_odds`; ``most`` is in nats.

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
    return clipped(values * math.log(2.0) + shift, most)


def probability(weights: npt.ArrayLike, *, prior: float = 0.5, target: float = 0.5) -> npt.NDArray[np.float64]:
    """Probabilities from weights, ``1 / (1 + exp(-weight))``: the way back from :func:`log_odds`.

    Parameters
    ----------
    weights : float, any shape
        Log-odds in nats; may be infinite.
    prior, target : float
        As they were given to :func:`log_odds`.

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


def is_clipped(weights: npt.ArrayLike, *, most: float = MOST) -> npt.NDArray[np.bool_]:
    """Which weights were cut to ``most``: those as large as that, up or down.

    Examples
    --------
    >>> from frenemy.affinity import is_clipped, log_odds
    >>> int(is_clipped(log_odds([0.0, 0.2, 1.0])).sum())
    2
    """
    values = numbers(weights, "weights")
    _refuse(np.isnan(values), values, "weights must be numbers")
    return np.abs(values) >= check_most(most)


def clipped(weights: npt.NDArray[np.float64], most: float) -> npt.NDArray[np.float64]:
    """Weights cut to ``most``, up and down."""
    limit = check_most(most)
    return np.clip(weights, -limit, limit)


def check_most(most: float) -> float:
    limit = number(most)
    if not 0.0 < limit < math.inf:
        raise ValueError(f"most must be above 0 and finite, got {most!r}")
    return limit


def logit(share: float, name: str) -> float:
    """Log-odds of a share of pairs, which must leave room for both kinds."""
    value = number(share)
    if not 0.0 < value < 1.0:
        raise ValueError(f"{name} must be above 0 and below 1, got {share!r}")
    return math.log(value) - math.log1p(-value)


def sigmoid(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    # exp of what is not above 0 cannot overflow.
    small = np.exp(-np.abs(weights))
    return np.where(weights >= 0.0, 1.0, small)[()] / (1.0 + small)


def _refuse(is_bad: npt.NDArray[np.bool_], values: npt.NDArray[np.float64], rule: str) -> None:
    """An error that shows the first bad value and where it stands."""
    if not np.any(is_bad):
        return
    place = tuple(int(i) for i in np.argwhere(is_bad)[0])
    at = f" at position {place[0] if len(place) == 1 else place}" if place else ""
    raise ValueError(f"{rule}, got {values[place]}{at}")
