"""Calibration curves: of the pairs with a predicted probability of 0.7, 70 in 100 should be together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.affinity.calibrate.labeled_pairs import labeled_probabilities
from frenemy.problem.array_types import Floats, Ints
from frenemy.problem.checked_arrays import whole_number
from frenemy.problem.renamed_parameters import renamed_parameters

Bins = Literal["width", "count"]


@renamed_parameters(told="predicted")
@dataclass(frozen=True, eq=False)
class CalibrationCurve:
    """Predicted probability and observed share by bin; empty bins are omitted.

    Parameters
    ----------
    low, high : (n_bins,) float
        The range of each bin, without its high end; the last bin includes it.
    count : (n_bins,) int
        Pairs in each bin.
    predicted : (n_bins,) float
        Mean of their predicted probabilities.
    true : (n_bins,) float
        Share of them that are together.
    standard_error : (n_bins,) float
        Standard error of ``true`` if the probabilities are calibrated, ``sqrt(sum of p * (1 - p)) / count``. A bin
        where ``true`` differs from ``predicted`` by more than two or three standard errors is miscalibrated.
    """

    low: Floats
    high: Floats
    count: Ints
    predicted: Floats
    true: Floats
    standard_error: Floats

    @property
    def expected_error(self) -> float:
        """The expected calibration error: the mean of ``|predicted - true|`` over all pairs."""
        return float(np.sum(self.count * np.abs(self.predicted - self.true)) / self.count.sum())

    def __str__(self) -> str:
        rows = zip(self.low, self.high, self.count, self.predicted, self.true, self.standard_error, strict=True)
        lines = [
            f"{low:.3f}..{high:.3f} {count:>9,}  {predicted:.3f}  {true:.3f} +- {error:.3f}"
            for low, high, count, predicted, true, error in rows
        ]
        return "\n".join(["probability      pairs mean p   true", *lines])


def calibration_curve(
    p: npt.ArrayLike, is_same: npt.ArrayLike, *, n_bins: int = 10, bins: Bins = "width"
) -> CalibrationCurve:
    """Compare predicted probabilities with observed shares, bin by bin.

    Use held-out pairs, not those that the probabilities were fitted to.

    Parameters
    ----------
    p : (n_pairs,) float
        Probabilities that pairs are together, in 0..1.
    is_same : (n_pairs,) bool
        Whether each pair is together.
    n_bins : int
    bins : {"width", "count"}
        Bins of equal width, or of equal numbers of pairs. ``"count"`` is better if nearly all probabilities are close
        to 0 or 1.

    Returns
    -------
    CalibrationCurve

    Examples
    --------
    >>> from frenemy.affinity import calibration_curve
    >>> curve = calibration_curve([0.1, 0.2, 0.2, 0.3, 0.8, 0.8], [False, False, True, False, True, True], n_bins=2)
    >>> print(curve)
    probability      pairs mean p   true
    0.000..0.500         4  0.200  0.250 +- 0.197
    0.500..1.000         2  0.800  1.000 +- 0.283
    >>> round(curve.expected_error, 3)
    0.1
    """
    values, same = labeled_probabilities(p, is_same)
    edges = _edges(values, n_bins, bins)
    bin_of = np.searchsorted(edges[1:-1], values, side="right")
    n = len(edges) - 1
    count = np.bincount(bin_of, minlength=n)
    used = count > 0
    with np.errstate(invalid="ignore"):
        predicted = np.bincount(bin_of, values, minlength=n) / count
        true = np.bincount(bin_of, same, minlength=n) / count
        error = np.sqrt(np.bincount(bin_of, values * (1.0 - values), minlength=n)) / count
    return CalibrationCurve(edges[:-1][used], edges[1:][used], count[used], predicted[used], true[used], error[used])


def _edges(values: Floats, n_bins: int, bins: str) -> Floats:
    n = whole_number(n_bins, "n_bins", minimum=1)
    steps: Floats = np.arange(n + 1) / n  # linspace would put the edge at 0.3 slightly above 0.3
    if bins == "width":
        return steps
    if bins != "count":
        raise ValueError(f"bins must be 'width' or 'count', got {bins!r}")
    inner = np.quantile(values, steps[1:-1])
    return np.unique(np.concatenate(([0.0], inner, [1.0])))
