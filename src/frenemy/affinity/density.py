"""What a density of scores is, and how it is asked."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Density(Protocol):
    """A density of scores: the frozen distributions of ``scipy.stats`` are such, and what is fitted here.

    Discrete ones may have ``logpmf`` instead. To draw scores, ``rvs(size=..., random_state=...)`` is needed, too.
    """

    def logpdf(self, x: Any, /) -> Any:
        """The logarithm of the density; minus infinity where it is 0."""


def check_density(density: Any, name: str) -> None:
    if not (hasattr(density, "logpdf") or hasattr(density, "logpmf")):
        raise ValueError(f"{name} must have logpdf (or logpmf), such as scipy.stats.norm(1, 0.5), got {density!r}")


def log_density(density: Any, name: str, scores: Floats) -> Floats:
    """One logarithm per score; what is none or infinite is left to the caller."""
    log = density.logpdf if hasattr(density, "logpdf") else density.logpmf
    # log(0) is -inf, as it should be, and a density may be too small for a number far out.
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        values = np.asarray(log(scores), dtype=np.float64)
    if values.shape != scores.shape:
        raise ValueError(f"{name} must give one log density per score, got shape {values.shape} for {scores.shape}")
    return values


def described(density: Any) -> str:
    """A density in few words; those of scipy name themselves and their numbers."""
    name = getattr(getattr(density, "dist", None), "name", None)
    if name is None:
        return repr(density)
    given = [f"{value:.4g}" for value in getattr(density, "args", ())]
    given += [f"{key}={value:.4g}" for key, value in getattr(density, "kwds", {}).items()]
    return f"{name}({', '.join(given)})"
