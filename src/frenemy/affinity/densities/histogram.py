"""Densities of labelled scores from histograms."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import check_smoothing, labeled_scores
from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS, check_max_weight
from frenemy.affinity.densities.density import smoothed
from frenemy.affinity.densities.density_ratio import DensityRatio
from frenemy.affinity.densities.tabulated_density import Steps
from frenemy.problem.array_types import Bools, Floats, Ints
from frenemy.problem.checked_arrays import whole_number
from frenemy.problem.renamed_parameters import renamed_parameters


@renamed_parameters(most="max_weight")
def fit_histogram(
    scores: npt.ArrayLike,
    is_same: npt.ArrayLike,
    *,
    n_bins: int | None = None,
    smoothing: float = 1.0,
    max_weight: float = MAX_LOG_ODDS,
) -> DensityRatio:
    """Fit histograms to the scores of each kind of pair.

    Choose it for scores of any distribution, discrete ones included, with hundreds of labelled pairs. Bins have equal
    mass, with both kinds weighted equally: they are narrow where scores are dense, and none is empty. A score that is
    common enough to fill a bin, such as 0 if half of all pairs share nothing, has a bin of its own.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    n_bins : int, optional
        By default twice the cube root of the number of pairs of the rarer kind, at most 200. If there are no more
        distinct scores than that, each has its own bin. There may be a few more bins if some scores are very common.
    smoothing : float
        Number of pseudo-pairs of each kind, distributed like the mean of both densities. It keeps odds finite in bins
        without pairs of one kind: with 1, no weight exceeds ``log(2 + 2 * n)`` for the ``n`` pairs of the absent kind.
    max_weight : float
        Weights are clipped to this many nats; this matters without smoothing.

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
    check_max_weight(max_weight)
    edges = _edges(values, same, _n_bins(n_bins, same))
    n_plus, n_minus = np.histogram(values[same], edges)[0], np.histogram(values[~same], edges)[0]
    plus, minus = n_plus / n_plus.sum(), n_minus / n_minus.sum()
    plus, minus = smoothed(plus, minus, int(n_plus.sum()), int(n_minus.sum()), smoothing)
    widths = np.maximum(np.diff(edges), 1e-300)  # heights stay finite
    return DensityRatio(
        Steps(edges, plus / widths),
        Steps(edges, minus / widths),
        float(same.mean()),
        float(values.min()),
        float(values.max()),
        max_weight,
    )


def _edges(values: Floats, same: Bools, n_bins: int) -> Floats:
    """Edges of bins, halfway between the scores on both sides."""
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
    inner = np.where(middle > places[lower], middle, places[lower + 1])  # a bin includes its low end only
    # If the lowest or highest score has its own bin, it is the middle of that bin; otherwise it is the end of its bin.
    first, last = places[0], places[-1]
    if lower[0] == 0:
        first = min(2.0 * first - inner[0], np.nextafter(first, -np.inf))
    if lower[-1] == len(places) - 2:
        last = max(2.0 * last - inner[-1], np.nextafter(last, np.inf))
    return np.concatenate(([first], inner, [last]))


def _bins(places: Floats, masses: Floats, n_bins: int) -> Ints:
    """The bin of each place; bins are the same, mirrored, if all places change sign.

    A place with at least the mass of a bin has its own bin, so that it does not absorb its neighbors. The stretches
    between such places are divided separately.
    """
    is_heavy = masses * n_bins >= 1.0 - 1e-9
    stretch = np.cumsum(is_heavy | np.append(False, is_heavy[:-1]))
    total = np.bincount(stretch, masses)
    begin = np.cumsum(total) - total
    n_parts = np.maximum(1.0, np.floor(total * n_bins + 0.5 + 1e-9))  # halves round up in spite of rounding errors
    middle = np.cumsum(masses) - masses / 2.0
    at = (middle - begin[stretch]) / total[stretch]
    part = at * n_parts[stretch]
    is_tie = np.abs(part - np.rint(part)) < 1e-9
    # A place on the boundary of two bins joins its nearer neighbor; at equal distances the outer one; in the middle of
    # its stretch it has its own bin.
    gap = np.diff(places, prepend=-np.inf, append=np.inf)
    side = np.sign(gap[:-1] - gap[1:])
    side = np.where(side == 0.0, np.sign(np.rint((at - 0.5) * 1e9)), side)
    part = np.where(is_tie, np.rint(part) + (side - 1.0) / 2.0, np.floor(part))
    is_new = (np.diff(stretch) > 0) | (np.diff(part) > 0)
    return np.append(0, np.cumsum(is_new))


def _n_bins(n_bins: int | None, same: Bools) -> int:
    if n_bins is None:
        n_same = int(np.count_nonzero(same))
        return min(200, math.ceil(2.0 * math.cbrt(min(n_same, len(same) - n_same))))
    return whole_number(n_bins, "n_bins", minimum=1)
