"""Are probabilities what they say? Of the pairs that are told to be together with 0.7, 70 in 100 should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from frenemy.affinity.labeled_pairs import judged_probabilities
from frenemy.checked_arrays import whole_number

Bins = Literal["width", "count"]


@dataclass(frozen=True, eq=False)
class CalibrationCurve:
    """What was told and what is true, by bins of probability; bins without pairs are left out.

    Parameters
    ----------
    low, high : (n_bins,) float
        The range of each bin; the low end belongs to it, the high one to the next, but for the last.
    count : (n_bins,) int
        Pairs in each bin.
    told : (n_bins,) float
        Mean of their probabilities.
    true : (n_bins,) float
        Share of them that are together.
    standard_error : (n_bins,) float
        How far ``true`` may be off by chance: the standard deviation of the share that is together if the probabilities
        were right, ``sqrt(sum of p * (1 - p)) / count``. Bins where ``true`` is more than two or three of them away
        from ``told`` are wrong.
    """

    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    count: npt.NDArray[np.int64]
    told: npt.NDArray[np.float64]
    true: npt.NDArray[np.float64]
    standard_error: npt.NDArray[np.float64]

    @property
    def expected_error(self) -> float:
        """The expected calibration error: by how much what was told is off, on the mean of all pairs."""
        return float(np.sum(self.count * np.abs(self.told - self.true)) / self.count.sum())

    def __str__(self) -> str:
        rows = zip(self.low, self.high, self.count, self.told, self.true, self.standard_error, strict=True)
        lines = [
            f"{low:.3f}..{high:.3f} {count:>9,}  {told:.3f}  {true:.3f} +- {error:.3f}"
            for low, high, count, told, true, error in rows
        ]
        return "\n".join(["probability      pairs   told   true", *lines])


def calibration_curve(
    p: npt.ArrayLike, is_same: npt.ArrayLike, *, n_bins: int = 10, bins: Bins = "width"
) -> CalibrationCurve:
    """Compare probabilities with what is true, bin by bin. Use pairs that the probabilities were not fitted to.

    Parameters
    ----------
    p : (n_pairs,) float
        Probabilities that pairs are together, in 0..1.
    is_same : (n_pairs,) bool
        Whether each is.
    n_bins : int
    bins : {"width", "count"}
        Bins of the same width, or with as many pairs in each: better where nearly all probabilities are close to 0
        or 1.

    Returns
    -------
    CalibrationCurve

    Examples
    --------
    >>> from frenemy.affinity import calibration_curve
    >>> curve = calibration_curve([0.1, 0.2, 0.2, 0.3, 0.8, 0.8], [False, False, True, False, True, True], n_bins=2)
    >>> print(curve)
    probability      pairs   told   true
    0.000..0.500         4  0.200  0.250 +- 0.197
    0.500..1.000         2  0.800  1.000 +- 0.283
    >>> round(curve.expected_error, 3)
    0.1
    """
    values, same = judged_probabilities(p, is_same)
    edges = _edges(values, n_bins, bins)
    bin_of = np.searchsorted(edges[1:-1], values, side="right")
    n = len(edges) - 1
    count = np.bincount(bin_of, minlength=n)
    seen = count > 0
    with np.errstate(invalid="ignore"):
        told = np.bincount(bin_of, values, minlength=n) / count
        true = np.bincount(bin_of, same, minlength=n) / count
        error = np.sqrt(np.bincount(bin_of, values * (1.0 - values), minlength=n)) / count
    return CalibrationCurve(edges[:-1][seen], edges[1:][seen], count[seen], told[seen], true[seen], error[seen])


def _edges(values: npt.NDArray[np.float64], n_bins: int, bins: str) -> npt.NDArray[np.float64]:
    n = whole_number(n_bins, "n_bins", least=1)
    steps: npt.NDArray[np.float64] = np.arange(n + 1) / n  # not linspace, whose third tenth is above 0.3
    if bins == "width":
        return steps
    if bins != "count":
        raise ValueError(f"bins must be 'width' or 'count', got {bins!r}")
    inner = np.quantile(values, steps[1:-1])
    return np.unique(np.concatenate(([0.0], inner, [1.0])))
