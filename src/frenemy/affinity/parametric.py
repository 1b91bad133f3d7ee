"""Densities of labelled scores from a family of distributions."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.density_ratio import DensityRatio
from frenemy.affinity.labeled_pairs import labeled_scores
from frenemy.affinity.log_odds import MOST, check_most
from frenemy.affinity.score_bounds import Bounds, check_bounds


def fit_parametric(
    scores: npt.ArrayLike,
    is_same: npt.ArrayLike,
    *,
    distribution: Any = "norm",
    bounds: Bounds = (None, None),
    most: float = MOST,
) -> DensityRatio:
    """Fit a distribution of ``scipy.stats`` to the scores of each kind of pair, by maximum likelihood.

    Choose it for few labelled pairs and a shape that you know: 20 of each kind are enough for two normal ones. Look at
    histograms first. Normal densities of unlike width make odds that turn around far out; beyond the labelled scores
    they are held, not followed.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    distribution : str or continuous distribution
        One of ``scipy.stats``, or its name: ``"norm"``, ``"beta"``, ``"gamma"``, ...
    bounds : (low, high)
        Where scores can lie, ``None`` for anywhere; others are refused. A distribution that has ends itself has them
        there: ``"beta"`` needs both, such as ``(0, 1)``, ``"gamma"`` and ``"lognorm"`` the lower one. Scores at such an
        end, where the density may be 0 or infinite, are moved inside by ``0.5 / n_pairs`` of the range. One without
        ends, such as ``"norm"``, is fitted as if there were no bounds, and so is an end that it has not.
    most : float
        Weights beyond this many nats are cut to it.

    Returns
    -------
    DensityRatio

    Examples
    --------
    >>> from frenemy.affinity import fit_parametric
    >>> ratio = fit_parametric([0.1, 0.2, 0.3, 0.7, 0.8, 0.9], [0, 0, 0, 1, 1, 1])
    >>> (ratio.log_odds([0.2, 0.5, 0.8]).round(3) + 0.0).tolist()
    [-20.0, 0.0, 20.0]
    """
    values, same = labeled_scores(scores, is_same)
    low, high = check_bounds(values, bounds)
    check_most(most)
    family = _family(distribution)
    low, high = _ends(family, low, high)
    within = np.clip(values, *_inside(values, low, high))
    plus = _fitted(family, within[same], low, high, "together")
    minus = _fitted(family, within[~same], low, high, "apart")
    return DensityRatio(plus, minus, float(same.mean()), float(within.min()), float(within.max()), most)


def _family(distribution: Any) -> Any:
    from scipy import stats

    family = getattr(stats, distribution, None) if isinstance(distribution, str) else distribution
    if not isinstance(family, stats.rv_continuous):
        raise ValueError(
            f"distribution must be a continuous one of scipy.stats or its name, such as 'norm', got {distribution!r}"
        )
    return family


def _ends(family: Any, low: float, high: float) -> tuple[float, float]:
    """The bounds that the family has an end at, infinite for others.

    A family whose standard form begins elsewhere than at 0, such as pareto, has its end where location and scale put
    it together; unless both ends are given it is free.
    """
    has_low, has_high = math.isfinite(family.a), math.isfinite(family.b)
    if has_low and has_high:
        if math.isfinite(high) and not math.isfinite(low):
            raise ValueError(
                f"bounds of {family.name!r} must have a lower end as they have an upper one, got (None, {high})"
            )
        return (low, high) if math.isfinite(high) or family.a == 0.0 else (-math.inf, math.inf)
    return low if has_low and family.a == 0.0 else -math.inf, high if has_high and family.b == 0.0 else math.inf


def _inside(values: npt.NDArray[np.float64], low: float, high: float) -> tuple[float, float]:
    """The bounds, moved inside by a share that gets small as pairs get many."""
    span = min(high, values.max()) - max(low, values.min())
    if math.isfinite(low) and math.isfinite(high):
        span = high - low
    margin = 0.5 / len(values) * span
    return low + margin, high - margin


def _fitted(family: Any, values: npt.NDArray[np.float64], low: float, high: float, kind: str) -> Any:
    name = family.name
    if values.min() == values.max():
        raise ValueError(
            f"the scores of pairs that are {kind} have no width, all {len(values)} are {values[0]}: "
            "label more, or use fit_histogram or fit_logistic"
        )
    fixed: dict[str, Any] = {}
    if math.isfinite(low) and math.isfinite(high):
        fixed["fscale"] = (high - low) / (family.b - family.a)
        fixed["floc"] = low - family.a * fixed["fscale"]
    elif math.isfinite(low) or math.isfinite(high):
        fixed["floc"] = low if math.isfinite(low) else high
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore", RuntimeWarning)  # of steps on the way; the end is checked below
            frozen = family(*family.fit(values, **fixed))
            is_usable = bool(np.all(np.isfinite(frozen.logpdf(values))))
    except (ValueError, RuntimeError) as error:
        raise ValueError(f"no {name!r} could be fitted to the scores of pairs that are {kind}: {error}") from None
    if not is_usable:
        raise ValueError(f"no {name!r} fits the scores of pairs that are {kind}: some have a density of 0")
    return frozen
