"""Lines of pixels, many in one array: where each goes at every step, and what lies to its left and right."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
_Value = TypeVar("_Value", bound=np.generic)

_REACH = 4  # steps before and behind between which the direction is taken
SIDE = 4.0  # pixels from a line to where its sides are looked at


@dataclass(frozen=True, eq=False)
class Paths:
    """Paths over a grid.

    Attributes
    ----------
    width : int
        Of the grid.
    offsets : (n_paths + 1,) int64
        Where each begins, and where the last ends; none is empty.
    pixels : (n_steps,) int32
        Flat indices.
    """

    width: int
    offsets: Ints
    pixels: npt.NDArray[np.int32]

    @cached_property
    def lengths(self) -> Ints:
        """(n_paths,) in pixels, both ends counted"""
        return np.diff(self.offsets)

    @cached_property
    def first(self) -> Ints:
        """(n_steps,) where the path of each step begins"""
        return np.repeat(self.offsets[:-1], self.lengths)

    @cached_property
    def last(self) -> Ints:
        """(n_steps,) the last step of the path of each step"""
        return np.repeat(self.offsets[1:] - 1, self.lengths)

    @cached_property
    def points(self) -> Floats:
        """(n_steps, 2) x and y"""
        y, x = np.divmod(self.pixels, self.width)
        return np.stack((x, y), axis=1).astype(np.float32)

    @cached_property
    def directions(self) -> Floats:
        """(n_steps, 2) of length 1, or 0 where a path does not leave its pixel"""
        at = np.arange(len(self.pixels))
        step = self.points[np.minimum(at + _REACH, self.last)] - self.points[np.maximum(at - _REACH, self.first)]
        return np.asarray(step / np.maximum(np.linalg.norm(step, axis=1, keepdims=True), np.float32(1e-6)), np.float32)

    def beside(self, picture: npt.NDArray[_Value], distance: float) -> npt.NDArray[_Value]:
        """What is seen at a distance from each step, to the right of where it goes, or to the left if negative.

        Returns
        -------
        (n_steps, n_channels)
        """
        normal = self.directions[:, ::-1] * np.array([-distance, distance], np.float32)
        x, y = np.rint(self.points + normal).astype(np.int64).T
        height, width = picture.shape[:2]
        found: npt.NDArray[_Value] = picture[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)]
        return found

    def mean(self, values: Floats) -> Floats:
        """Over each path, of one value or vector per step."""
        sums = np.add.reduceat(values, self.offsets[:-1], axis=0)
        return np.asarray(sums / self.lengths.reshape(-1, *[1] * (values.ndim - 1)).astype(np.float32), np.float32)

    def ends(self, n_steps: int) -> tuple[Paths, Paths]:
        """The first and the last steps of each path, at most so many; both run outwards."""
        counts = np.minimum(self.lengths, n_steps)
        offsets = np.concatenate(([0], np.cumsum(counts)))
        nth = np.arange(offsets[-1]) - np.repeat(offsets[:-1], counts)
        head = np.repeat(self.offsets[:-1] + counts - 1, counts) - nth
        tail = np.repeat(self.offsets[1:] - counts, counts) + nth
        return Paths(self.width, offsets, self.pixels[head]), Paths(self.width, offsets, self.pixels[tail])

    def worst(self, values: Floats, window: int) -> Floats:
        """Of each path, the largest mean over so many steps that follow each other, or over all if there are fewer."""
        sums = np.concatenate(([0.0], np.cumsum(values, dtype=np.float64)))
        at = np.arange(len(self.pixels))
        stop = np.minimum(at + window, self.last + 1)
        start = np.maximum(stop - window, self.first)
        means = (sums[stop] - sums[start]) / (stop - start)
        return np.maximum.reduceat(means, self.offsets[:-1]).astype(np.float32)
