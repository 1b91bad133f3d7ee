"""Parametric densities of labelled scores."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import Bounds, check_bounds, labeled_scores
from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS, check_max_weight
from frenemy.affinity.densities.density_ratio import DensityRatio
from frenemy.problem.array_types import Floats
from frenemy.problem.renamed_parameters import renamed_parameters


@renamed_parameters(most="max_weight")
def fit_parametric(
    scores: npt.ArrayLike,
    is_same: npt.ArrayLike,
    *,
    distribution: Any = "norm",
    bounds: Bounds = (None, None),
    max_weight: float = MAX_LOG_ODDS,
) -> DensityRatio:
    """Fit a distribution of ``scipy.stats`` to the scores of each kind of pair, by maximum likelihood.

    Choose it for few labelled pairs and a known family of distributions: 20 pairs of each kind are enough for two
    normal densities. Look at histograms first. With normal densities of unequal variance, the odds reverse in one tail;
    so scores are clipped to the range of the labelled ones.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    distribution : str or continuous distribution
        One of ``scipy.stats``, or its name: ``"norm"``, ``"beta"``, ``"gamma"``, ...
    bounds : (low, high)
        Range of possible scores, ``None`` for an open end; scores outside are refused. The support of a bounded
        distribution is fixed to it: ``"beta"`` needs both bounds, such as ``(0, 1)``, ``"gamma"`` and ``"lognorm"``
        the lower one. Scores at such a bound, where the density may be 0 or infinite, are moved inside by
        ``0.5 / n_pairs`` of the range. A distribution that is unbounded on a side, such as ``"norm"`` on both, ignores
        the bound there.
    max_weight : float
        Weights are clipped to this many nats.

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
    check_max_weight(max_weight)
    family = _family(distribution)
    low, high = _ends(family, low, high)
    within = np.clip(values, *_inside(values, low, high))
    plus = _fitted(family, within[same], low, high, "together")
    minus = _fitted(family, within[~same], low, high, "apart")
    return DensityRatio(plus, minus, float(same.mean()), float(within.min()), float(within.max()), max_weight)


def _family(distribution: Any) -> Any:
    from scipy import stats

    family = getattr(stats, distribution, None) if isinstance(distribution, str) else distribution
    if not isinstance(family, stats.rv_continuous):
        raise ValueError(
            f"distribution must be a continuous one of scipy.stats or its name, such as 'norm', got {distribution!r}"
        )
    return family


def _ends(family: Any, low: float, high: float) -> tuple[float, float]:
    """The bounds at which the support of the family ends, infinite for open ends.

    If the support of the standard form does not start at 0, as for pareto, its end depends on both location and scale;
    it is then free unless both bounds are given.
    """
    has_low, has_high = math.isfinite(family.a), math.isfinite(family.b)
    if has_low and has_high:
        if math.isfinite(high) and not math.isfinite(low):
            raise ValueError(
                f"bounds of {family.name!r} with an upper end must have a lower end, too, got (None, {high})"
            )
        return (low, high) if math.isfinite(high) or family.a == 0.0 else (-math.inf, math.inf)
    return low if has_low and family.a == 0.0 else -math.inf, high if has_high and family.b == 0.0 else math.inf


def _inside(values: Floats, low: float, high: float) -> tuple[float, float]:
    """The bounds, moved inside by a margin that shrinks with the number of pairs."""
    span = min(high, values.max()) - max(low, values.min())
    if math.isfinite(low) and math.isfinite(high):
        span = high - low
    margin = 0.5 / len(values) * span
    return low + margin, high - margin


def _fitted(family: Any, values: Floats, low: float, high: float, kind: str) -> Any:
    name = family.name
    if values.min() == values.max():
        raise ValueError(
            f"the scores of pairs that are {kind} must differ, got {len(values)} of {values[0]}: "
            "label more pairs, or use fit_histogram or fit_logistic"
        )
    fixed: dict[str, Any] = {}
    if math.isfinite(low) and math.isfinite(high):
        fixed["fscale"] = (high - low) / (family.b - family.a)
        fixed["floc"] = low - family.a * fixed["fscale"]
    elif math.isfinite(low) or math.isfinite(high):
        fixed["floc"] = low if math.isfinite(low) else high
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore", RuntimeWarning)  # from intermediate steps; the result is checked below
            frozen = family(*family.fit(values, **fixed))
            is_usable = bool(np.all(np.isfinite(frozen.logpdf(values))))
    except (ValueError, RuntimeError) as error:
        raise ValueError(f"cannot fit {name!r} to the scores of pairs that are {kind}: {error}") from None
    if not is_usable:
        raise ValueError(f"{name!r} does not fit the scores of pairs that are {kind}: some have a density of 0")
    return frozen
