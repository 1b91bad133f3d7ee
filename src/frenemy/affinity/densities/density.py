"""Densities of scores: the protocol, checks, evaluation and smoothing."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import number


class Density(Protocol):
    """A density of scores, such as a frozen distribution of ``scipy.stats``, or one fitted here.

    Discrete ones may have ``logpmf`` instead. To sample scores, ``rvs(size=..., random_state=...)`` is needed as well.
    """

    def logpdf(self, x: Any, /) -> Any:
        """The logarithm of the density; minus infinity where it is 0."""


def check_density(density: Any, name: str) -> None:
    if not (hasattr(density, "logpdf") or hasattr(density, "logpmf")):
        raise ValueError(f"{name} must have logpdf (or logpmf), such as scipy.stats.norm(1, 0.5), got {density!r}")


def log_density(density: Any, name: str, scores: Floats) -> Floats:
    """One logarithm per score; the caller handles nan and infinity."""
    log = density.logpdf if hasattr(density, "logpdf") else density.logpmf
    # log(0) is -inf as intended, and densities may underflow in the tails.
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        values = np.asarray(log(scores), dtype=np.float64)
    if values.shape != scores.shape:
        raise ValueError(f"{name} must give one log density per score, got shape {values.shape} for {scores.shape}")
    return values


def described(density: Any) -> str:
    """A short description; distributions of scipy show their name and parameters."""
    name = getattr(getattr(density, "dist", None), "name", None)
    if name is None:
        return repr(density)
    given = [f"{value:.4g}" for value in getattr(density, "args", ())]
    given += [f"{key}={value:.4g}" for key, value in getattr(density, "kwds", {}).items()]
    return f"{name}({', '.join(given)})"


def check_ends(low: Any, high: Any) -> None:
    """Scores are clipped to ``low..high``, beyond which densities are not trusted."""
    if not number(low) <= number(high):
        raise ValueError(f"low must be a number not above high, got {low!r} and {high!r}")


def smoothed(plus: Floats, minus: Floats, n_plus: int, n_minus: int, smoothing: float) -> tuple[Floats, Floats]:
    """Both densities, as if ``smoothing`` more pairs of each kind had been sampled from their mean.

    Not from a flat density: where neither kind has scores, the ratio stays 1, however unequal the two kinds are in
    number.
    """
    mean = (plus + minus) / 2.0
    return (
        (n_plus * plus + smoothing * mean) / (n_plus + smoothing),
        (n_minus * minus + smoothing * mean) / (n_minus + smoothing),
    )
