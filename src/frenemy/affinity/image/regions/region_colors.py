"""Color statistics of regions: means, standard deviations and histograms, summed over superpixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats, Floats32, Ints32

_N_BINS = 8  # per channel
_FIRST_BIN = np.array([0.0, -0.4, -0.4], np.float32)  # lower end, of L, a and b divided by 100
_BINS_PER_UNIT = np.array([8.0, 10.0, 10.0], np.float32)
_MIN_VARIANCE = 1e-6


@dataclass(frozen=True, eq=False)
class RegionColors:
    """Sums over the pixels of each region.

    Attributes
    ----------
    size : (n,) float64
    sums, squares : (3, n) float64
    counts : (3, n, 8) float64
        Histogram of each channel.
    """

    size: Floats
    sums: Floats
    squares: Floats
    counts: Floats

    @classmethod
    def of(cls, lab: Floats32, pieces: Ints32, n_pieces: int) -> RegionColors:
        """The statistics of each superpixel."""
        piece = pieces.ravel().astype(np.int64)
        channels = [np.ascontiguousarray(lab[:, :, c]).ravel() for c in range(3)]
        sums = np.stack([_added(piece, values, n_pieces) for values in channels])
        squares = np.stack([_added(piece, values**2, n_pieces) for values in channels])
        counts = []
        for values, low, per_unit in zip(channels, _FIRST_BIN, _BINS_PER_UNIT, strict=True):
            bins = np.clip((values - low) * per_unit, 0, _N_BINS - 1).astype(np.int64)
            counts.append(np.bincount(piece * _N_BINS + bins, minlength=n_pieces * _N_BINS).reshape(-1, _N_BINS))
        return cls(np.bincount(piece, minlength=n_pieces).astype(float), sums, squares, np.stack(counts).astype(float))

    def joined(self, region: Ints32, n_regions: int) -> RegionColors:
        """The statistics of regions that consist of these."""

        def added(values: Floats) -> Floats:
            return _added(region, values, n_regions)

        bins = [[added(channel[:, i]) for i in range(_N_BINS)] for channel in self.counts]
        return RegionColors(
            added(self.size),
            np.stack([added(channel) for channel in self.sums]),
            np.stack([added(channel) for channel in self.squares]),
            np.stack([np.stack(channel, axis=1) for channel in bins]),
        )

    @property
    def mean(self) -> Floats32:
        """(n, 3): mean color of each region."""
        return np.ascontiguousarray((self.sums / self.size).T, np.float32)

    def columns(self, u: Ints32, v: Ints32) -> list[Floats32]:
        """Color differences of pairs: lightness and chroma, plain and relative to their deviations; histograms."""
        mean = self.sums / self.size
        deviation = np.sqrt(np.maximum(self.squares / self.size - mean**2, _MIN_VARIANCE))
        difference = np.abs(mean[:, u] - mean[:, v])
        relative = difference / (deviation[:, u] + deviation[:, v])
        share = self.counts / self.size[:, None]
        one, other = np.take(share, u, axis=1), np.take(share, v, axis=1)
        chi_square = 0.5 * ((one - other) ** 2 / np.maximum(one + other, 1e-9)).sum(axis=2)
        found = [
            difference[0],
            np.hypot(difference[1], difference[2]),
            relative[0],
            np.hypot(relative[1], relative[2]),
            chi_square[0],
            chi_square[1] + chi_square[2],
        ]
        return [column.astype(np.float32) for column in found]


def _added(index: npt.NDArray[np.integer], values: npt.NDArray[np.floating], n: int) -> Floats:
    """The sum of the values of each index."""
    return np.asarray(np.bincount(index, values, n), np.float64)
