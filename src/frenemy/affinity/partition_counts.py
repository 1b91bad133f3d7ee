"""How many partitions there are: Stirling numbers of the second kind and Bell numbers, as logarithms."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.checked_arrays import whole_number

Floats = npt.NDArray[np.float64]

MOST_NODES_OF_A_ROW = 1_000_000  # a row has that many numbers; this one takes about 5 s
ROW_IS_LONG = "a row has a number for each k; log_bell and approximate_mode take larger ones"
MOST_NODES = 10**12
_CHUNK = 4096  # rows of the table of cosines that are held at a time
_DECAY = 35.0  # what is left out of the sum over frequencies is below exp(-2 * _DECAY)


def log_stirling(n: int) -> Floats:
    """The logarithms of the numbers of partitions of ``n`` nodes into k clusters, for all k.

    These are the Stirling numbers of the second kind, S(n, k). Let X be the sum of k Poisson variables of rate r, each
    known not to be 0. Then ``P(X = n) = k! * S(n, k) * r**n / (n! * (exp(r) - 1)**k)`` for every r > 0. With the r at
    which X has mean n, that probability is of order ``1 / sqrt(n)``, and a few dozen terms of the discrete Fourier sum
    of its characteristic function give it to the last digits. Time and memory go with n: 0.1 s for n = 10,000, where
    the recurrence takes n squared steps.

    Parameters
    ----------
    n : int
        Nodes, from 0 to 1,000,000.

    Returns
    -------
    (n + 1,) float64
        ``log S(n, k)`` for k = 0..n; -inf where there is no such partition. The error is a few units in the last place
        of the largest logarithm: 1e-12 up to n = 400, 2e-11 at n = 10,000.

    Examples
    --------
    Of four nodes there are 1, 7, 6 and 1 partitions into 1, 2, 3 and 4 clusters:

    >>> import numpy as np
    >>> from frenemy.affinity import log_stirling
    >>> np.exp(log_stirling(4)).round(9).tolist()
    [0.0, 1.0, 7.0, 6.0, 1.0]
    """
    return row_of_logs(whole_number(n, "n", most=MOST_NODES_OF_A_ROW, way_out=ROW_IS_LONG))


def row_of_logs(n: int) -> Floats:
    logs = np.full(n + 1, -np.inf)
    logs[n] = 0.0
    if n < 2:
        return logs
    from scipy.special import gammaln

    k = np.arange(1, n, dtype=np.float64)
    rate = _rates(n / k)
    hit = np.empty(n - 1)
    for begin in range(0, n - 1, _CHUNK):
        part = slice(begin, begin + _CHUNK)
        hit[part] = _log_chance_of_total(n, k[part], rate[part])
    log_normalizer = rate + np.log(-np.expm1(-rate))  # log(exp(r) - 1), which would overflow
    logs[1:n] = gammaln(n + 1.0) - gammaln(k + 1.0) + k * log_normalizer - n * np.log(rate) + hit
    return logs


def log_bell(n: int) -> float:
    """The logarithm of the Bell number: how many partitions of ``n`` nodes there are.

    By Dobinski's formula, ``B(n) = sum over m of m**n / m! / e``, of which some ``sqrt(n)`` terms matter.

    Parameters
    ----------
    n : int
        Nodes, from 0 to 10**12.

    Examples
    --------
    >>> from math import exp
    >>> from frenemy.affinity import log_bell
    >>> [round(exp(log_bell(n))) for n in range(8)]
    [1, 1, 2, 5, 15, 52, 203, 877]
    """
    n = whole_number(n, "n", most=MOST_NODES, way_out="the logarithm would be known to a few digits only")
    if n == 0:
        return 0.0
    boxes, logs = dobinski_terms(n)
    top = int(np.argmax(logs))
    m = float(boxes[top])
    return n * math.log(m) - math.lgamma(m + 1.0) + math.log(math.fsum(np.exp(logs - logs[top]))) - 1.0


def dobinski_terms(n: int) -> tuple[npt.NDArray[np.int64], Floats]:
    """Numbers m and the logarithms of ``m**n / m!``, the largest being 0; for n of at least 1.

    The terms left out are less than 1e-20 of the sum.
    """
    from scipy.special import lambertw

    top = max(1, round(float(np.exp(lambertw(n).real))))  # where m * log(m) = n; the largest term is within 1 of it
    spread = 1.0 / math.sqrt(n / top**2 + 1.0 / top)  # of the normal curve that the terms follow
    reach = math.ceil(12.0 * spread) + 60  # for few nodes they fall like a Poisson distribution instead
    boxes = np.arange(max(1, top - reach), top + reach + 1)
    # From term to term, as the terms themselves are too large for their differences to be exact.
    steps = n * np.log1p(1.0 / boxes[:-1]) - np.log(boxes[1:])
    logs = np.concatenate(([0.0], np.cumsum(steps)))
    return boxes, logs - logs.max()


def _rates(means: Floats) -> Floats:
    """The rates r at which Poisson variables that are not 0 have these means, all above 1: r / (1 - exp(-r)) = mean."""
    rate = 2.0 * (means - 1.0)  # not below the solution; from there, Newton's steps on a convex function fall to it
    for _ in range(50):
        mean, variance = _moments(rate)
        following = rate - (mean - means) * rate / variance
        is_there = np.abs(following - rate) <= 1e-6 * rate  # near is enough: what is computed holds for every r
        rate = following
        if is_there.all():
            break
    return rate


def _moments(rate: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of a Poisson variable that is not 0; the variance is also r times the slope of the mean."""
    not_zero = -np.expm1(-rate)
    mean = rate / not_zero
    return mean, mean * (not_zero - rate * np.exp(-rate)) / not_zero


def _log_chance_of_total(n: int, k: Floats, rate: Floats) -> Floats:
    """The logarithm of the probability that k Poisson variables that are not 0 add up to n, their mean."""
    variance = k * _moments(rate)[1]
    # A sum over a period finds P(n) + P(n - period) + P(n + period) + ...: all but the first must be nothing.
    period = 2 * np.ceil(5.0 * np.sqrt(variance) + 20.0) + 1.0
    half = (period - 1.0) / 2.0
    # Frequencies beyond the one where the characteristic function has become nothing are left out.
    last_angle = 2.0 * np.arcsin(np.sqrt(np.minimum(_DECAY / variance, 1.0)))
    n_terms = int(np.minimum(np.ceil(last_angle * period / (2.0 * np.pi)), half).max())

    j = np.arange(1, n_terms + 1)
    angle = 2.0 * np.pi * j / period[:, None]
    k, rate = k[:, None], rate[:, None]
    factor = np.log(np.expm1(-rate * np.exp(1j * angle)) / np.expm1(-rate))
    size = k * (factor.real - 2.0 * rate * np.sin(angle / 2.0) ** 2)
    phase = k * (factor.imag + rate * np.sin(angle)) - n * angle
    terms = np.where(j <= half[:, None], np.exp(size) * np.cos(phase), 0.0)
    chance: Floats = np.log((1.0 + 2.0 * terms.sum(axis=1)) / period)
    return chance
