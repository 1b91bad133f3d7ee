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
from frenemy.checked_arrays import whole_number


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
    where scores are dense: each takes as large a part of the two kinds, counted alike, so that none is empty. A score
    that so many pairs have that they would fill a bin, such as 0 where half of all pairs share nothing, has one to
    itself.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    n_bins : int, optional
        By default twice the cube root of the number of pairs of the rarer kind, at most 200. Scores that take no more
        values than that have a bin each. It may become some more where a few scores are very common.
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
    """Ends of bins, halfway between the scores that they part."""
    places, back = np.unique(values, return_inverse=True)
    if n_bins == 1:
        return places[[0, -1]]
    bin_of = np.arange(len(places))
    if len(places) > n_bins:
        n_same = np.count_nonzero(same)
        masses = np.bincount(back, np.where(same, 0.5 / n_same, 0.5 / (len(same) - n_same)))
        bin_of = _bins(places, np.asarray(masses, np.float64), n_bins)
    lower = np.flatnonzero(np.diff(bin_of))  # the last place of each bin but the last
    middle = places[lower] + (places[lower + 1] - places[lower]) / 2.0
    inner = np.where(middle > places[lower], middle, places[lower + 1])  # a bin has its low end, not its high one
    # A lowest or highest score that is a bin of its own lies in the middle of it; else the bin ends there.
    first, last = places[0], places[-1]
    if lower[0] == 0:
        first = min(2.0 * first - inner[0], np.nextafter(first, -np.inf))
    if lower[-1] == len(places) - 2:
        last = max(2.0 * last - inner[-1], np.nextafter(last, np.inf))
    return np.concatenate(([first], inner, [last]))


def _bins(places: npt.NDArray[np.float64], masses: npt.NDArray[np.float64], n_bins: int) -> npt.NDArray[np.int64]:
    """A number for each place, the same for those that share a bin; the same bins if all places change sign.

    A place with the mass of a bin has one to itself, or it would take along what lies above or below it; the stretches
    between such places are dealt out by themselves.
    """
    is_heavy = masses * n_bins >= 1.0 - 1e-9
    stretch = np.cumsum(is_heavy | np.append(False, is_heavy[:-1]))
    total = np.bincount(stretch, masses)
    begin = np.cumsum(total) - total
    n_parts = np.maximum(1.0, np.floor(total * n_bins + 0.5 + 1e-9))  # one half is the same half from either side
    middle = np.cumsum(masses) - masses / 2.0
    at = (middle - begin[stretch]) / total[stretch]
    part = at * n_parts[stretch]
    is_tie = np.abs(part - np.rint(part)) < 1e-9
    # A place that is cut in the middle goes to the nearer neighbor; if both are as near, to the outer one; if it is in
    # the middle of its stretch as well, it has a bin of its own.
    gap = np.diff(places, prepend=-np.inf, append=np.inf)
    side = np.sign(gap[:-1] - gap[1:])
    side = np.where(side == 0.0, np.sign(np.rint((at - 0.5) * 1e9)), side)
    part = np.where(is_tie, np.rint(part) + (side - 1.0) / 2.0, np.floor(part))
    is_new = (np.diff(stretch) > 0) | (np.diff(part) > 0)
    return np.append(0, np.cumsum(is_new))


def _n_bins(n_bins: int | None, same: npt.NDArray[np.bool_]) -> int:
    if n_bins is None:
        n_same = int(np.count_nonzero(same))
        return min(200, math.ceil(2.0 * math.cbrt(min(n_same, len(same) - n_same))))
    return whole_number(n_bins, "n_bins", least=1)
