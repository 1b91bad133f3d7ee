"""A set of pixels as run lengths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.io.images.objects.run_lengths import pixels_of_runs, run_lengths
from frenemy.problem.array_types import Bools, Ints
from frenemy.problem.checked_arrays import shown, unmasked

_MAX_PIXELS = 2**31 - 1  # of the picture


@dataclass(frozen=True, eq=False)
class PixelRuns:
    """Some pixels of a picture; small if they lie together.

    Attributes
    ----------
    shape : (height, width)
        Of the picture.
    counts : (n_runs,) int64
        The lengths of runs outside, inside, outside, ... down the columns, as in COCO.
    """

    shape: tuple[int, int]
    counts: Ints

    @classmethod
    def of(cls, pixels: Any) -> PixelRuns:
        """Those that are True, or 1, in a (height, width) array."""
        array = unmasked(pixels, "pixels")
        if array.ndim != 2:
            raise ValueError(f"pixels must be an array of the height and width of the picture, got shape {array.shape}")
        if array.dtype.kind not in "biu":
            example = f", for example {shown(array.flat[0])}" if array.size else ""
            raise ValueError(f"pixels must be True or False, or 1 or 0, got {array.dtype}{example}")
        odd = np.argwhere((array != 0) & (array != 1)) if array.dtype.kind != "b" else np.empty((0, 2), int)
        if len(odd):
            row, column = odd[0].tolist()
            raise ValueError(
                f"pixels must be True or False, or 1 or 0, got {array[row, column]} at row {row}, column {column}; for "
                "an object of a label map, write labels == 3"
            )
        columns = np.ascontiguousarray(array.T != 0).astype(np.int32)
        counts = run_lengths(columns.T)[1:] or [[array.size]]
        return cls((array.shape[0], array.shape[1]), np.array(counts[0], np.int64))

    @classmethod
    def of_counts(cls, counts: npt.ArrayLike, shape: tuple[int, int]) -> PixelRuns:
        """Check run lengths; those of the last pixels, outside, may be left out."""
        height, width = shape
        n_pixels = height * width
        if n_pixels > _MAX_PIXELS:
            raise ValueError(f"{width:,} x {height:,} = {n_pixels:,} pixels are too many, at most {_MAX_PIXELS:,}")
        lengths = np.asarray(counts)
        if lengths.ndim != 1 or not lengths.size or lengths.dtype.kind not in "iu":
            raise ValueError(f"counts must be whole numbers from 0 to {n_pixels}, one at least, got {shown(counts)}")
        bad = np.flatnonzero((lengths < 0) | (lengths > n_pixels))
        if len(bad):
            raise ValueError(f"counts must be from 0 to {n_pixels}, got {lengths[bad[0]]} at {bad[0]}")
        rest = n_pixels - sum(lengths.tolist())
        if rest < 0:
            raise ValueError(f"counts must sum to {width} x {height} = {n_pixels} at most, got {n_pixels - rest}")
        outside, inside = lengths[::2].astype(np.int64), lengths[1::2].astype(np.int64)
        return cls((height, width), _canonical(outside, inside, n_pixels))

    @cached_property
    def n_inside(self) -> int:
        """How many pixels."""
        return int(self.counts[1::2].sum())

    def where(self) -> tuple[Ints, Ints]:
        """Row and column of each pixel, down the columns."""
        return pixels_of_runs(self.counts, *self.shape)

    def array(self) -> Bools:
        """(height, width)."""
        made = np.zeros(self.shape, bool)
        made[self.where()] = True
        return made

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PixelRuns):
            return NotImplemented
        return self.shape == other.shape and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash((self.shape, self.counts.tobytes()))


def _canonical(outside: Ints, inside: Ints, n_pixels: int) -> Ints:
    """The same pixels with as few runs as possible, which sum to all pixels, as :func:`run_lengths` has them."""
    ends = np.cumsum(outside[: len(inside)] + inside)
    starts = ends - inside
    some = inside > 0
    starts, ends = starts[some], ends[some]
    is_first = np.concatenate((starts[:1] >= 0, starts[1:] > ends[:-1]))
    is_last = np.concatenate((is_first[1:], is_first[:1]))
    turns = np.stack((starts[is_first], ends[is_last]), axis=1).ravel()
    lengths = np.diff(turns, prepend=0, append=n_pixels)
    return lengths[:-1] if lengths[-1] == 0 else lengths
