"""Numbers of partitions: logarithms of Stirling numbers of the second kind and of Bell numbers."""

from __future__ import annotations

import math

import numpy as np

from frenemy.problem.array_types import Floats, Ints
from frenemy.problem.checked_arrays import whole_number

MAX_ROW_NODES = 1_000_000  # a row has one number per k; this one takes about 5 s
ROW_HINT = "there is one number for each k; log_bell and approximate_mode take larger n"
MAX_COUNTED_NODES = 10**12
_CHUNK = 4096  # numbers of clusters per block of the Fourier sums
_DECAY = 35.0  # omitted terms of the Fourier sum are below exp(-2 * _DECAY)


def log_stirling(n: int) -> Floats:
    """Logarithms of the numbers of partitions of ``n`` nodes into k clusters, for all k.

    These are the Stirling numbers of the second kind, S(n, k). Let X be the sum of k zero-truncated Poisson variables
    of rate r. Then ``P(X = n) = k! * S(n, k) * r**n / (n! * (exp(r) - 1)**k)`` for every r > 0. With the r at which X
    has mean n, that probability is of order ``1 / sqrt(n)``, and a few dozen terms of the discrete Fourier sum of its
    characteristic function give it almost exactly. Time and memory are linear in n: 0.1 s for n = 10,000; the
    recurrence would take a quadratic number of steps.

    Parameters
    ----------
    n : int
        Nodes, from 0 to 1,000,000.

    Returns
    -------
    (n + 1,) float64
        ``log S(n, k)`` for k = 0..n; -inf if there is no such partition. The error is a few units in the last place of
        the largest logarithm: 1e-12 up to n = 400, 2e-11 at n = 10,000.

    Examples
    --------
    Of four nodes there are 1, 7, 6 and 1 partitions into 1, 2, 3 and 4 clusters:

    >>> import numpy as np
    >>> from frenemy.affinity import log_stirling
    >>> np.exp(log_stirling(4)).round(9).tolist()
    [0.0, 1.0, 7.0, 6.0, 1.0]
    """
    return log_stirling_row(whole_number(n, "n", maximum=MAX_ROW_NODES, reason=ROW_HINT))


def log_stirling_row(n: int) -> Floats:
    """:func:`log_stirling` without checks."""
    logs = np.full(n + 1, -np.inf)
    logs[n] = 0.0
    if n < 2:
        return logs
    from scipy.special import gammaln

    k = np.arange(1, n, dtype=np.float64)
    rate = _rates(n / k)
    log_total = np.empty(n - 1)
    for begin in range(0, n - 1, _CHUNK):
        part = slice(begin, begin + _CHUNK)
        log_total[part] = _log_probability_of_total(n, k[part], rate[part])
    log_normalizer = rate + np.log(-np.expm1(-rate))  # log(exp(r) - 1), which would overflow
    logs[1:n] = gammaln(n + 1.0) - gammaln(k + 1.0) + k * log_normalizer - n * np.log(rate) + log_total
    return logs


def log_bell(n: int) -> float:
    """The logarithm of the Bell number, the number of partitions of ``n`` nodes.

    Uses Dobinski's formula, ``B(n) = sum over m of m**n / m! / e``, of which about ``sqrt(n)`` terms matter.

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
    n = whole_number(n, "n", maximum=MAX_COUNTED_NODES, reason="the logarithm would be accurate to a few digits only")
    if n == 0:
        return 0.0
    boxes, logs = dobinski_terms(n)
    top = int(np.argmax(logs))
    m = float(boxes[top])
    return n * math.log(m) - math.lgamma(m + 1.0) + math.log(math.fsum(np.exp(logs - logs[top]))) - 1.0


def dobinski_terms(n: int) -> tuple[Ints, Floats]:
    """Numbers m, and the logarithms of ``m**n / m!`` relative to the largest, for n of at least 1.

    The omitted terms are less than 1e-20 of the sum.
    """
    from scipy.special import lambertw

    top = max(1, round(float(np.exp(lambertw(n).real))))  # where m * log(m) = n; the largest term is within 1 of it
    spread = 1.0 / math.sqrt(n / top**2 + 1.0 / top)  # standard deviation of the normal approximation of the terms
    reach = math.ceil(12.0 * spread) + 60  # for few nodes, the tail is that of a Poisson distribution
    boxes = np.arange(max(1, top - reach), top + reach + 1)
    # Sum up the ratios of consecutive terms: the terms are too large for their differences to be accurate.
    steps = n * np.log1p(1.0 / boxes[:-1]) - np.log(boxes[1:])
    logs = np.concatenate(([0.0], np.cumsum(steps)))
    return boxes, logs - logs.max()


def _rates(means: Floats) -> Floats:
    """Rates r of zero-truncated Poisson variables with these means, all above 1: r / (1 - exp(-r)) = mean."""
    rate = 2.0 * (means - 1.0)  # at least the solution, so that Newton's method on a convex function converges
    for _ in range(50):
        mean, variance = _moments(rate)
        next_rate = rate - (mean - means) * rate / variance
        is_converged = np.abs(next_rate - rate) <= 1e-6 * rate  # approximate is enough: the formula holds for every r
        rate = next_rate
        if is_converged.all():
            break
    return rate


def _moments(rate: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of a zero-truncated Poisson variable; the variance is r times the derivative of the mean."""
    not_zero = -np.expm1(-rate)
    mean = rate / not_zero
    return mean, mean * (not_zero - rate * np.exp(-rate)) / not_zero


def _log_probability_of_total(n: int, k: Floats, rate: Floats) -> Floats:
    """Log probability that k zero-truncated Poisson variables sum to n, their mean."""
    variance = k * _moments(rate)[1]
    # A sum over a period gives P(n) + P(n - period) + P(n + period) + ...: all but the first must be negligible.
    period = 2 * np.ceil(5.0 * np.sqrt(variance) + 20.0) + 1.0
    half = (period - 1.0) / 2.0
    # Omit frequencies at which the characteristic function is negligible.
    last_angle = 2.0 * np.arcsin(np.sqrt(np.minimum(_DECAY / variance, 1.0)))
    n_terms = int(np.minimum(np.ceil(last_angle * period / (2.0 * np.pi)), half).max())

    j = np.arange(1, n_terms + 1)
    angle = 2.0 * np.pi * j / period[:, None]
    k, rate = k[:, None], rate[:, None]
    factor = np.log(np.expm1(-rate * np.exp(1j * angle)) / np.expm1(-rate))
    size = k * (factor.real - 2.0 * rate * np.sin(angle / 2.0) ** 2)
    phase = k * (factor.imag + rate * np.sin(angle)) - n * angle
    terms = np.where(j <= half[:, None], np.exp(size) * np.cos(phase), 0.0)
    log_probability: Floats = np.log((1.0 + 2.0 * terms.sum(axis=1)) / period)
    return log_probability
