"""Densities of labelled scores from a smooth bump around each."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from frenemy.affinity.density_ratio import DensityRatio
from frenemy.affinity.labeled_pairs import LARGEST, labeled_scores
from frenemy.affinity.log_odds import MOST, check_most
from frenemy.affinity.score_bounds import Bounds, check_bounds
from frenemy.affinity.smoothing import check_smoothing, drawn_together
from frenemy.affinity.tabulated_density import Lines
from frenemy.checked_arrays import number

COARSEST = 200  # cells of a grid
MOST_CELLS = 5_000_000
CELLS = 10  # per bandwidth; the density is then right to about 1 in 1000
REACH = 8.0  # bandwidths that a bump goes to either side
FINER = 64.0  # bandwidths are not less than so many steps from a number to the next, or cells would have no width


def fit_kernel(
    scores: npt.ArrayLike,
    is_same: npt.ArrayLike,
    *,
    bandwidth: float | None = None,
    bounds: Bounds = (None, None),
    smoothing: float = 1.0,
    most: float = MOST,
) -> DensityRatio:
    """Kernel density estimates of the scores of each kind of pair, with Gaussian kernels.

    Choose it for continuous scores of any shape with a hundred labelled pairs or more. Scores are put on a fine grid
    first, so that neither fitting nor weighing takes time that goes with the product of old and new pairs. Where no
    labelled score is within 8 bandwidths nothing is known, and the weight is that of the prior alone.

    Parameters
    ----------
    scores : (n_pairs,) float
        Similarities or distances, in any order.
    is_same : (n_pairs,) bool
        Whether each pair is together; pairs of both kinds are needed.
    bandwidth : float, optional
        Width of the kernels, as a standard deviation, for both kinds. By default that of each kind by the rule of
        Silverman (1986, eq. 3.31), ``0.9 * min(deviation, interquartile range / 1.34) * n ** -0.2``.
    bounds : (low, high)
        Where scores can lie, ``None`` for anywhere: ``(-1, 1)`` for cosines, ``(0, None)`` for distances. Kernels are
        reflected there: without bounds half of what lies at a bound leaks out, and the odds are off.
    smoothing : float
        So many more pairs of each kind, as if drawn from both kinds alike, against infinite odds. With 1 no weight is
        beyond ``log(2 + 2 * n)`` for the ``n`` pairs of the kind not seen.
    most : float
        Weights beyond this many nats are cut to it, which matters without smoothing.

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
    check_most(most)
    kinds = (values[same], values[~same])
    plus, minus = (_density(kind, _bandwidth(kind, values, bandwidth), low, high) for kind in kinds)
    knots = np.union1d(plus.knots, minus.knots)
    heights = drawn_together(plus.pdf(knots), minus.pdf(knots), len(kinds[0]), len(kinds[1]), smoothing)
    return DensityRatio(
        Lines(knots, heights[0]),
        Lines(knots, heights[1]),
        float(same.mean()),
        float(values.min()),
        float(values.max()),
        most,
    )


def _density(values: npt.NDArray[np.float64], bandwidth: float, low: float, high: float) -> Lines:
    # Four times the room between two bounds is flat there, as any more would be.
    bandwidth = min(bandwidth, 4.0 * (high - low))
    groups = _groups(np.sort(values), bandwidth)
    widths = [max(bandwidth, FINER * float(np.spacing(np.abs(group[[0, -1]]).max()))) for group in groups]
    n_cells = sum((np.ptp(group) / width + 2.0 * REACH) * CELLS for group, width in zip(groups, widths, strict=True))
    if n_cells > MOST_CELLS:
        raise ValueError(
            f"bandwidth {bandwidth:.3g} is too narrow for {len(values)} scores from {values.min():g} to "
            f"{values.max():g}: give a wider one, or use fit_histogram"
        )
    parts = [_part(group, width, low, high) for group, width in zip(groups, widths, strict=True)]
    knots, heights = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    return Lines(knots, heights / len(values))


def _groups(values: npt.NDArray[np.float64], bandwidth: float) -> list[npt.NDArray[np.float64]]:
    """Sorted scores, cut where no bump reaches: one grid over all of them would be as coarse as the farthest is far."""
    step = np.maximum(bandwidth, FINER * np.spacing(np.maximum(np.abs(values[1:]), np.abs(values[:-1]))))
    return np.split(values, np.flatnonzero(np.diff(values) > (2.0 * REACH + 1.0) * step) + 1)


def _part(
    values: npt.NDArray[np.float64], bandwidth: float, low: float, high: float
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """A grid over scores that are close to each other, and the sum of their bumps there."""
    begin, end = values[0] - REACH * bandwidth, values[-1] + REACH * bandwidth
    is_low_bound, is_high_bound = bool(begin <= low), bool(end >= high)
    begin, end = max(begin, low), min(end, high)
    n_cells = max(COARSEST, math.ceil((end - begin) / bandwidth * CELLS))
    knots = np.linspace(begin, end, n_cells + 1)
    cell = (end - begin) / n_cells
    bump = _bump(bandwidth / cell)
    counts = _on_grid((values - begin) / cell, n_cells)
    counts = _extended(counts, len(bump) // 2, is_low_bound, is_high_bound)
    heights = np.convolve(counts, bump, mode="valid") / cell
    # Bumps end there, and nothing is between this grid and the next.
    heights[0] *= is_low_bound
    heights[-1] *= is_high_bound
    return knots, heights


def _bump(deviation: float) -> npt.NDArray[np.float64]:
    """A Gaussian over cells, of sum 1."""
    side = math.ceil(REACH * deviation)
    shape = np.exp(-0.5 * (np.arange(-side, side + 1) / deviation) ** 2)
    bump: npt.NDArray[np.float64] = shape / shape.sum()
    return bump


def _on_grid(places: npt.NDArray[np.float64], n_cells: int) -> npt.NDArray[np.float64]:
    """Counts at the knots; a score between two of them counts for both, more for the nearer one."""
    left = np.clip(places.astype(np.int64), 0, n_cells - 1)
    part = np.clip(places - left, 0.0, 1.0)
    size = n_cells + 1
    counts = np.bincount(left, 1.0 - part, minlength=size) + np.bincount(left + 1, part, minlength=size)
    return np.asarray(counts, np.float64)


def _extended(
    counts: npt.NDArray[np.float64], side: int, is_low_bound: bool, is_high_bound: bool
) -> npt.NDArray[np.float64]:
    """Counts with ``side`` more of them at both ends: their mirror image at a bound, else none."""
    counts = counts.copy()
    counts[0] *= 1.0 + is_low_bound  # a bound is its own image
    counts[-1] *= 1.0 + is_high_bound
    counts = np.pad(counts, (0 if is_low_bound else side, 0 if is_high_bound else side))
    before, after = side * is_low_bound, side * is_high_bound
    # Between two bounds images have images.
    period = 2 * (len(counts) - 1)
    place = np.arange(-before, len(counts) + after) % period
    return counts[np.minimum(place, period - place)]


def _bandwidth(kind: npt.NDArray[np.float64], values: npt.NDArray[np.float64], bandwidth: float | None) -> float:
    if bandwidth is None:
        # One score, or many that are the same, have no width of their own; all of them together have one.
        bandwidth = 0.9 * (_spread(kind) or _spread(values)) * len(kind) ** -0.2
    elif not 0.0 < number(bandwidth) < math.inf:
        raise ValueError(f"bandwidth must be above 0 and finite, got {bandwidth!r}")
    return max(float(bandwidth), 1.0 / LARGEST)  # heights stay finite


def _spread(values: npt.NDArray[np.float64]) -> float:
    # Where most scores are the same, the quartiles of the different ones: a deviation is as large as the farthest.
    quartiles = _quartile_range(values) or _quartile_range(np.unique(values))
    return min(float(values.std()), quartiles / 1.34)


def _quartile_range(values: npt.NDArray[np.float64]) -> float:
    upper, lower = np.percentile(values, (75, 25))
    return float(upper - lower)
