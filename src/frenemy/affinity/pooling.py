"""Least-squares fit of a sequence that does not fall: pool adjacent violators."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, eq=False)
class Levels:
    """Runs of the sequence that have one value: where each starts, its value, and its weight."""

    starts: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]

    def error(self, values: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> float:
        """Weighted sum of squares that the sequence is off by."""
        lengths = np.diff(np.append(self.starts, len(values)))
        return float(np.sum(weights * (values - np.repeat(self.values, lengths)) ** 2))


def pooled(values: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> Levels:
    """The rising sequence closest to ``values``, in the weighted sum of squares.

    Neighbors that fall, or are the same, are joined at their mean until none are left; in which order does not matter
    (Robertson, Wright & Dykstra 1988, section 1.2). So all of them are joined at once as long as that makes the
    sequence much shorter, and one by one in the end: time that goes with the length, whatever the sequence.
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


def _one_by_one(
    starts: npt.NDArray[np.int64], totals: npt.NDArray[np.float64], masses: npt.NDArray[np.float64]
) -> Levels:
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
