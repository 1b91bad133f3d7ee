"""Isotonic least squares: the pool-adjacent-violators algorithm."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.problem.array_types import Floats, Ints


@dataclass(frozen=True, eq=False)
class Levels:
    """Runs of equal values in the fitted sequence: the start, the value and the weight of each."""

    starts: Ints
    values: Floats
    weights: Floats

    def error(self, values: Floats, weights: Floats) -> float:
        """Weighted sum of squared errors of the fitted sequence."""
        lengths = np.diff(np.append(self.starts, len(values)))
        return float(np.sum(weights * (values - np.repeat(self.values, lengths)) ** 2))


def pooled(values: Floats, weights: Floats) -> Levels:
    """The increasing sequence closest to ``values`` in the weighted sum of squares.

    Adjacent values that decrease or are equal are pooled at their mean until none remain; the order of pooling does
    not matter (Robertson, Wright & Dykstra 1988, section 1.2). All are pooled at once while that shortens the sequence
    by much, and one by one afterwards. The time is linear in the length.
    """
    starts = np.arange(len(values), dtype=np.int64)
    totals, masses = values * weights, weights
    while True:
        means = totals / masses
        is_start = np.concatenate(([True], means[1:] > means[:-1]))
        kept = np.flatnonzero(is_start)
        if len(kept) == len(means):
            return Levels(starts, means, masses)
        is_slow = len(kept) > 0.9 * len(means)
        starts, totals, masses = starts[kept], np.add.reduceat(totals, kept), np.add.reduceat(masses, kept)
        if is_slow:
            return _one_by_one(starts, totals, masses)


def _one_by_one(starts: Ints, totals: Floats, masses: Floats) -> Levels:
    begins: list[int] = []
    means: list[float] = []
    sizes: list[float] = []
    for begin, total, mass in zip(starts.tolist(), totals.tolist(), masses.tolist(), strict=True):
        start, mean, size = begin, total / mass, mass
        while means and means[-1] >= mean:
            start, above, more = begins.pop(), means.pop(), sizes.pop()
            mean = (mean * size + above * more) / (size + more)
            size += more
        begins.append(start)
        means.append(mean)
        sizes.append(size)
    return Levels(np.array(begins, np.int64), np.array(means), np.array(sizes))
