"""A picture of how well probabilities are calibrated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.brier import brier_score
from frenemy.affinity.calibrate.calibration_curve import Bins, CalibrationCurve, calibration_curve
from frenemy.plot.matplotlib_axes import new_axes
from frenemy.problem.array_types import Floats

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MAX_BAR_HEIGHT = 0.18  # of the picture's height, for the histogram
N_BARS = 50  # of the histogram


def calibration(
    p: npt.ArrayLike,
    is_same: npt.ArrayLike,
    *,
    ax: Axes | None = None,
    n_bins: int = 10,
    bins: Bins = "width",
    title: str | None = None,
) -> Axes:
    """Draw predicted probabilities against true shares: the reliability diagram.

    Points on the diagonal are right. Below it, pairs are together less often than predicted. Error bars are two
    standard errors. Gray bars at the bottom are a histogram of the probabilities.

    Parameters
    ----------
    p : (n_pairs,) float
        Probabilities that pairs are together, in 0..1, for pairs that were not used for fitting.
    is_same : (n_pairs,) bool
        Whether each pair is together.
    ax : matplotlib Axes, optional
        By default a new figure.
    n_bins, bins
        As in :func:`frenemy.affinity.calibration_curve`.
    title : str, optional
        By default the Brier score and the expected calibration error.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import numpy as np, frenemy.plot
    >>> p = np.random.default_rng(0).random(1000)
    >>> ax = frenemy.plot.calibration(p, np.random.default_rng(1).random(1000) < p)  # doctest: +SKIP
    """
    curve = calibration_curve(p, is_same, n_bins=n_bins, bins=bins)
    score = brier_score(p, is_same).score
    axes = new_axes() if ax is None else ax
    _draw_counts(axes, np.asarray(p, np.float64))
    axes.plot([0, 1], [0, 1], color="black", linewidth=0.8, linestyle="--", zorder=1)
    _draw_curve(axes, curve)
    axes.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    axes.set(xlabel="predicted: probability that a pair is together", ylabel="true: share of pairs together")
    default = f"Brier score {score:.4f}, calibration error {curve.expected_error:.4f}"
    axes.set_title(default if title is None else title)
    return axes


def _draw_counts(axes: Axes, p: Floats) -> None:
    counts, edges = np.histogram(p, N_BARS, (0.0, 1.0))
    heights = MAX_BAR_HEIGHT * counts / counts.max()
    axes.bar(edges[:-1], heights, np.diff(edges), align="edge", color="0.85", edgecolor="0.75", linewidth=0.3, zorder=0)


def _draw_curve(axes: Axes, curve: CalibrationCurve) -> None:
    # Standard errors as if the probabilities were right; bars are cut at the borders.
    below = np.minimum(2.0 * curve.standard_error, curve.true)
    above = np.minimum(2.0 * curve.standard_error, 1.0 - curve.true)
    axes.errorbar(
        curve.predicted,
        curve.true,
        yerr=[below, above],
        color="#2166ac",
        marker="o",
        markersize=4,
        linewidth=1.2,
        capsize=2,
    )
