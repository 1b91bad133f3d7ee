"""Colors of regions: means, deviations and histograms, added up from pieces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

_N_BINS = 8  # of each channel
_LEAST = np.array([0.0, -0.4, -0.4], np.float32)  # lightness, a and b over 100
_BINS_PER_UNIT = np.array([8.0, 10.0, 10.0], np.float32)
_LEAST_VARIANCE = 1e-6


@dataclass(frozen=True, eq=False)
class RegionColors:
    """Sums over the pixels of each region.

    Attributes
    ----------
    size : (n,) float64
    sums, squares : (3, n) float64
    counts : (3, n, 8) float64
        How many pixels are in each bin of each channel.
    """

    size: Doubles
    sums: Doubles
    squares: Doubles
    counts: Doubles

    @classmethod
    def of(cls, lab: Floats, pieces: npt.NDArray[np.int32], n_pieces: int) -> RegionColors:
        """Of each piece of a picture."""
        piece = pieces.ravel().astype(np.int64)
        channels = [np.ascontiguousarray(lab[:, :, c]).ravel() for c in range(3)]
        sums = np.stack([_added(piece, values, n_pieces) for values in channels])
        squares = np.stack([_added(piece, values**2, n_pieces) for values in channels])
        counts = []
        for values, least, per_unit in zip(channels, _LEAST, _BINS_PER_UNIT, strict=True):
            bins = np.clip((values - least) * per_unit, 0, _N_BINS - 1).astype(np.int64)
            counts.append(np.bincount(piece * _N_BINS + bins, minlength=n_pieces * _N_BINS).reshape(-1, _N_BINS))
        return cls(np.bincount(piece, minlength=n_pieces).astype(float), sums, squares, np.stack(counts).astype(float))

    def joined(self, region: npt.NDArray[np.int32], n_regions: int) -> RegionColors:
        """Of regions made of these."""

        def added(values: Doubles) -> Doubles:
            return _added(region, values, n_regions)

        bins = [[added(channel[:, i]) for i in range(_N_BINS)] for channel in self.counts]
        return RegionColors(
            added(self.size),
            np.stack([added(channel) for channel in self.sums]),
            np.stack([added(channel) for channel in self.squares]),
            np.stack([np.stack(channel, axis=1) for channel in bins]),
        )

    @property
    def mean(self) -> Floats:
        """(n, 3)"""
        return np.ascontiguousarray((self.sums / self.size).T, np.float32)

    def columns(self, u: npt.NDArray[np.int32], v: npt.NDArray[np.int32]) -> list[Floats]:
        """How different the colors of pairs are: lightness and color, as they are and by their spread; histograms."""
        mean = self.sums / self.size
        deviation = np.sqrt(np.maximum(self.squares / self.size - mean**2, _LEAST_VARIANCE))
        apart = np.abs(mean[:, u] - mean[:, v])
        by_spread = apart / (deviation[:, u] + deviation[:, v])
        share = self.counts / self.size[:, None]
        one, other = np.take(share, u, axis=1), np.take(share, v, axis=1)
        chi_square = 0.5 * ((one - other) ** 2 / np.maximum(one + other, 1e-9)).sum(axis=2)
        found = [
            apart[0],
            np.hypot(apart[1], apart[2]),
            by_spread[0],
            np.hypot(by_spread[1], by_spread[2]),
            chi_square[0],
            chi_square[1] + chi_square[2],
        ]
        return [column.astype(np.float32) for column in found]


def _added(index: npt.NDArray[np.integer], values: npt.NDArray[np.floating], n: int) -> Doubles:
    """Of each index, the sum of its values."""
    return np.asarray(np.bincount(index, values, n), np.float64)
