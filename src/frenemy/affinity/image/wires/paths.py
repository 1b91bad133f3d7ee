"""Many pixel paths in one array: their directions, and values to their left and right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats32, Ints, Ints32

_Value = TypeVar("_Value", bound=np.generic)

_REACH = 4  # steps in both directions over which the local direction is measured
SIDE = 4.0  # pixels from a path to the samples on its sides


@dataclass(frozen=True, eq=False)
class Paths:
    """Paths over a grid.

    Attributes
    ----------
    width : int
        Of the grid.
    offsets : (n_paths + 1,) int64
        ``pixels[offsets[i]:offsets[i + 1]]`` is path i; no path is empty.
    pixels : (n_steps,) int32
        Flat indices.
    """

    width: int
    offsets: Ints
    pixels: Ints32

    @cached_property
    def lengths(self) -> Ints:
        """(n_paths,): length in pixels, both ends included."""
        return np.diff(self.offsets)

    @cached_property
    def first(self) -> Ints:
        """(n_steps,): the first step of the path of each step."""
        return np.repeat(self.offsets[:-1], self.lengths)

    @cached_property
    def last(self) -> Ints:
        """(n_steps,): the last step of the path of each step."""
        return np.repeat(self.offsets[1:] - 1, self.lengths)

    @cached_property
    def points(self) -> Floats32:
        """(n_steps, 2): x and y."""
        y, x = np.divmod(self.pixels, self.width)
        return np.stack((x, y), axis=1).astype(np.float32)

    @cached_property
    def directions(self) -> Floats32:
        """(n_steps, 2): unit vectors; 0 for paths of a single pixel."""
        at = np.arange(len(self.pixels))
        step = self.points[np.minimum(at + _REACH, self.last)] - self.points[np.maximum(at - _REACH, self.first)]
        return np.asarray(step / np.maximum(np.linalg.norm(step, axis=1, keepdims=True), np.float32(1e-6)), np.float32)

    def beside(self, picture: npt.NDArray[_Value], distance: float) -> npt.NDArray[_Value]:
        """The picture's values at a distance to the right of each step, or to the left if it is negative.

        Returns
        -------
        (n_steps, n_channels)
        """
        normal = self.directions[:, ::-1] * np.array([-distance, distance], np.float32)
        x, y = np.rint(self.points + normal).astype(np.int64).T
        height, width = picture.shape[:2]
        found: npt.NDArray[_Value] = picture[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
        return found

    def mean(self, values: Floats32) -> Floats32:
        """The mean over each path of one value or vector per step."""
        sums = np.add.reduceat(values, self.offsets[:-1], axis=0)
        return np.asarray(sums / self.lengths.reshape(-1, *[1] * (values.ndim - 1)).astype(np.float32), np.float32)

    def ends(self, n_steps: int) -> tuple[Paths, Paths]:
        """The first and the last ``n_steps`` steps of each path, or all if it has fewer; both run outwards."""
        counts = np.minimum(self.lengths, n_steps)
        offsets = np.concatenate(([0], np.cumsum(counts)))
        nth = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
        head = np.repeat(self.offsets[:-1] + counts - 1, counts) - nth
        tail = np.repeat(self.offsets[1:] - counts, counts) + nth
        return Paths(self.width, offsets, self.pixels[head]), Paths(self.width, offsets, self.pixels[tail])

    def worst(self, values: Floats32, window: int) -> Floats32:
        """For each path, the largest mean over ``window`` consecutive steps, or over all if it has fewer."""
        sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
        at = np.arange(len(self.pixels))
        stop = np.minimum(at + window, self.last + 1)
        start = np.maximum(stop - window, self.first)
        means = (sums[stop] - sums[start]) / (stop - start)
        return np.maximum.reduceat(means, self.offsets[:-1]).astype(np.float32)
