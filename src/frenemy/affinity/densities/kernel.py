"""Kernel density estimates of labelled scores."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import MAX_SCORE, Bounds, check_bounds, check_smoothing, labeled_scores
from frenemy.affinity.calibrate.log_odds import MAX_LOG_ODDS, check_max_weight
from frenemy.affinity.densities.density import smoothed
from frenemy.affinity.densities.density_ratio import DensityRatio
from frenemy.affinity.densities.tabulated_density import Lines
from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import number
from frenemy.problem.renamed_parameters import renamed_parameters

MIN_CELLS = 200  # of a grid
MAX_CELLS = 5_000_000
CELLS_PER_BANDWIDTH = 10  # the density is then accurate to about 1 in 1000
KERNEL_RADIUS = 8.0  # bandwidths
MIN_SPACINGS = 64.0  # smallest bandwidth, in units of the floating-point spacing, so that cells have a width


@renamed_parameters(most="max_weight")
def fit_kernel(
    scores: npt.ArrayLike,
    is_same: npt.ArrayLike,
    *,
    bandwidth: float | None = None,
    bounds: Bounds = (None, None),
    smoothing: float = 1.0,
    max_weight: float = MAX_LOG_ODDS,
) -> DensityRatio:
    """Fit kernel density estimates with Gaussian kernels to the scores of each kind of pair.

    Choose it for continuous scores of any distribution with at least a hundred labelled pairs. Scores are binned to a
    fine grid, so that fitting takes linear time and evaluation does not depend on the number of labelled pairs. Where
    no labelled score is within 8 bandwidths, the weight is that of the prior alone.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    bandwidth : float, optional
        Standard deviation of the kernels, for both kinds. By default Silverman's rule (1986, eq. 3.31) for each kind,
        ``0.9 * min(standard deviation, interquartile range / 1.34) * n ** -0.2``.
    bounds : (low, high)
        Range of possible scores, ``None`` for an open end: ``(-1, 1)`` for cosines, ``(0, None)`` for distances.
        Kernels are reflected at the bounds; otherwise half of the mass at a bound would leak out and bias the odds.
    smoothing : float
        Number of pseudo-pairs of each kind, distributed like the mean of both densities. It keeps odds finite: with 1,
        no weight exceeds ``log(2 + 2 * n)`` for the ``n`` pairs of the absent kind.
    max_weight : float
        Weights are clipped to this many nats; this matters without smoothing.

    Returns
    -------
    DensityRatio

    Examples
    --------
    >>> from frenemy.affinity import fit_kernel
    >>> ratio = fit_kernel([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9], [0, 0, 0, 0, 1, 1, 1, 1], bounds=(0, 1))
    >>> (ratio.log_odds([0.2, 0.5, 0.8]).round(2) + 0.0).tolist()
    [-2.2, 0.0, 2.2]
    """
    values, same = labeled_scores(scores, is_same)
    low, high = check_bounds(values, bounds)
    check_smoothing(smoothing)
    check_max_weight(max_weight)
    kinds = (values[same], values[~same])
    plus, minus = (_density(kind, _bandwidth(kind, values, bandwidth), low, high) for kind in kinds)
    knots = np.union1d(plus.knots, minus.knots)
    heights = smoothed(plus.pdf(knots), minus.pdf(knots), len(kinds[0]), len(kinds[1]), smoothing)
    return DensityRatio(
        Lines(knots, heights[0]),
        Lines(knots, heights[1]),
        float(same.mean()),
        float(values.min()),
        float(values.max()),
        max_weight,
    )


def _density(values: Floats, bandwidth: float, low: float, high: float) -> Lines:
    # A bandwidth of four times the range already gives a flat density.
    bandwidth = min(bandwidth, 4.0 * (high - low))
    groups = _groups(np.sort(values), bandwidth)
    widths = [max(bandwidth, MIN_SPACINGS * float(np.spacing(np.abs(group[[0, -1]]).max()))) for group in groups]
    n_cells = sum(
        (np.ptp(group) / width + 2.0 * KERNEL_RADIUS) * CELLS_PER_BANDWIDTH
        for group, width in zip(groups, widths, strict=True)
    )
    if n_cells > MAX_CELLS:
        raise ValueError(
            f"bandwidth {bandwidth:.3g} is too narrow for {len(values)} scores from {values.min():g} to "
            f"{values.max():g}: give a wider one, or use fit_histogram"
        )
    parts = [_group_density(group, width, low, high) for group, width in zip(groups, widths, strict=True)]
    knots, heights = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return Lines(knots, heights / len(values))


def _groups(values: Floats, bandwidth: float) -> list[Floats]:
    """Sorted scores, split at gaps that no kernel reaches: with outliers, one grid for all would be too coarse."""
    step = np.maximum(bandwidth, MIN_SPACINGS * np.spacing(np.maximum(np.abs(values[1:]), np.abs(values[:-1]))))
    return np.split(values, np.flatnonzero(np.diff(values) > (2.0 * KERNEL_RADIUS + 1.0) * step) + 1)


def _group_density(values: Floats, bandwidth: float, low: float, high: float) -> tuple[Floats, Floats]:
    """A grid over a group of scores, and the sum of their kernels on it."""
    begin, end = values[0] - KERNEL_RADIUS * bandwidth, values[-1] + KERNEL_RADIUS * bandwidth
    is_low_bound, is_high_bound = bool(begin <= low), bool(end >= high)
    begin, end = max(begin, low), min(end, high)
    n_cells = max(MIN_CELLS, math.ceil((end - begin) / bandwidth * CELLS_PER_BANDWIDTH))
    knots = np.linspace(begin, end, n_cells + 1)
    cell = (end - begin) / n_cells
    kernel = _gaussian(bandwidth / cell)
    counts = _on_grid((values - begin) / cell, n_cells)
    counts = _extended(counts, len(kernel) // 2, is_low_bound, is_high_bound)
    heights = np.convolve(counts, kernel, mode="valid") / cell
    # Kernels end here, and the density is 0 between this grid and the next.
    heights[0] *= is_low_bound
    heights[-1] *= is_high_bound
    return knots, heights


def _gaussian(deviation: float) -> Floats:
    """A Gaussian kernel over cells, with sum 1."""
    side = math.ceil(KERNEL_RADIUS * deviation)
    shape = np.exp(-0.5 * (np.arange(-side, side + 1) / deviation) ** 2)
    kernel: Floats = shape / shape.sum()
    return kernel


def _on_grid(places: Floats, n_cells: int) -> Floats:
    """Counts at the knots by linear binning: a score between two knots is divided between both."""
    left = np.clip(places.astype(np.int64), 0, n_cells - 1)
    part = np.clip(places - left, 0.0, 1.0)
    size = n_cells + 1
    counts = np.bincount(left, 1.0 - part, minlength=size) + np.bincount(left + 1, part, minlength=size)
    return np.asarray(counts, np.float64)


def _extended(counts: Floats, side: int, is_low_bound: bool, is_high_bound: bool) -> Floats:
    """Counts extended by ``side`` cells at both ends: their mirror image at a bound, else zeros."""
    counts = counts.copy()
    counts[0] *= 1.0 + is_low_bound  # a bound is its own mirror image
    counts[-1] *= 1.0 + is_high_bound
    counts = np.pad(counts, (0 if is_low_bound else side, 0 if is_high_bound else side))
    before, after = side * is_low_bound, side * is_high_bound
    # Between two bounds, mirror images are reflected again.
    period = 2 * (len(counts) - 1)
    place = np.arange(-before, len(counts) + after) % period
    return counts[np.minimum(place, period - place)]


def _bandwidth(kind: Floats, values: Floats, bandwidth: float | None) -> float:
    if bandwidth is None:
        # If all scores of this kind are equal, use the spread of all scores.
        bandwidth = 0.9 * (_spread(kind) or _spread(values)) * len(kind) ** -0.2
    elif not 0.0 < number(bandwidth) < math.inf:
        raise ValueError(f"bandwidth must be above 0 and finite, got {bandwidth!r}")
    return max(float(bandwidth), 1.0 / MAX_SCORE)  # heights stay finite


def _spread(values: Floats) -> float:
    # If most scores are equal, use the quartiles of the distinct ones: the standard deviation depends on outliers.
    quartiles = _quartile_range(values) or _quartile_range(np.unique(values))
    return min(float(values.std()), quartiles / 1.34)


def _quartile_range(values: Floats) -> float:
    upper, lower = np.percentile(values, (75, 25))
    return float(upper - lower)
