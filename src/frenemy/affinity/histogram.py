"""Densities of labelled scores from counts in bins."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.affinity.density_ratio import DensityRatio
from frenemy.affinity.labeled_pairs import labeled_scores
from frenemy.affinity.log_odds import MOST, check_most
from frenemy.affinity.smoothing import check_smoothing, drawn_together
from frenemy.affinity.tabulated_density import Steps


def fit_histogram(
    scores: npt.ArrayLike,
    is_same: npt.ArrayLike,
    *,
    n_bins: int | None = None,
    smoothing: float = 1.0,
    most: float = MOST,
) -> DensityRatio:
    """Count the scores of each kind of pair in bins.

    Choose it for scores of any shape, also ones that take few values, with hundreds of labelled pairs. Bins are narrow
    where scores are dense: each takes as large a part of the two kinds, counted alike, so that none is empty.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    n_bins : int, optional
        By default twice the cube root of the number of pairs of the rarer kind, at most 200. Scores that take no more
        values than that have a bin each.
    smoothing : float
        So many more pairs of each kind, as if drawn from both kinds alike: a bin that one kind was never seen in has
        then no infinite odds. With 1 no weight is beyond ``log(2 + 2 * n)`` for the ``n`` pairs of the kind not seen.
    most : float
        Weights beyond this many nats are cut to it, which matters without smoothing.

    Returns
    -------
    DensityRatio

    Examples
    --------
    >>> from frenemy.affinity import fit_histogram
    >>> ratio = fit_histogram([1, 1, 1, 2, 2, 2, 2, 3], [0, 0, 0, 0, 1, 0, 1, 1])
    >>> ratio.log_odds([1, 2, 3]).round(2)
    array([-1.99,  0.41,  2.35])
    """
    values, same = labeled_scores(scores, is_same)
    check_smoothing(smoothing)
    check_most(most)
    edges = _edges(values, same, _n_bins(n_bins, same))
    n_plus, n_minus = np.histogram(values[same], edges)[0], np.histogram(values[~same], edges)[0]
    plus, minus = n_plus / n_plus.sum(), n_minus / n_minus.sum()
    plus, minus = drawn_together(plus, minus, int(n_plus.sum()), int(n_minus.sum()), smoothing)
    widths = np.maximum(np.diff(edges), 1e-300)  # heights stay finite
    return DensityRatio(
        Steps(edges, plus / widths),
        Steps(edges, minus / widths),
        float(same.mean()),
        float(values.min()),
        float(values.max()),
        most,
    )


def _edges(values: npt.NDArray[np.float64], same: npt.NDArray[np.bool_], n_bins: int) -> npt.NDArray[np.float64]:
    """Ends of bins, at scores: every bin has one at its lower end."""
    places, back = np.unique(values, return_inverse=True)
    if n_bins == 1:
        return places[[0, -1]]
    starts = places
    if len(places) > n_bins:
        n_same = np.count_nonzero(same)
        part = np.cumsum(np.bincount(back, np.where(same, 0.5 / n_same, 0.5 / (len(same) - n_same))))
        inner = np.searchsorted(part, np.arange(1, n_bins) / n_bins)
        starts = places[np.unique(np.append(0, np.minimum(inner, len(places) - 1)))]
    # A highest score that is a bin of its own is as wide as the one before; else the last bin ends there.
    end = 2.0 * starts[-1] - starts[-2] if starts[-1] == places[-1] else places[-1]
    return np.append(starts, end)


def _n_bins(n_bins: int | None, same: npt.NDArray[np.bool_]) -> int:
    if n_bins is None:
        n_same = int(np.count_nonzero(same))
        return min(200, math.ceil(2.0 * math.cbrt(min(n_same, len(same) - n_same))))
    if int(n_bins) != n_bins or n_bins < 1:
        raise ValueError(f"n_bins must be a whole number of at least 1, got {n_bins!r}")
    return int(n_bins)
