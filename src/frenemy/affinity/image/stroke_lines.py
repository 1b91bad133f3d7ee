"""Strokes as lines of pixels of a grid, in the order in which they were drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image.stroke import Stroke

Pixels = npt.NDArray[np.int32]

_STEP = 0.5  # pixels between the places of a line that are looked at


def line_pixels(stroke: Stroke, shape: tuple[int, int]) -> Pixels:
    """Flat indices of the pixels under the middle of a stroke, from its start to its end.

    Those that follow each other touch at least by corners.
    """
    points = stroke.points
    if len(points) > 1:
        steps = np.diff(points, axis=0)
        n_steps = np.maximum(1, np.ceil(np.abs(steps).max(axis=1) / _STEP)).astype(np.int64)
        of = np.repeat(np.arange(len(steps)), n_steps)
        nth = np.arange(len(of)) - np.repeat(np.cumsum(n_steps) - n_steps, n_steps)
        points = np.concatenate((points[of] + steps[of] * (nth / n_steps[of])[:, None], points[-1:]))
    x = np.clip(np.rint(points[:, 0]), 0, shape[1] - 1).astype(np.int32)
    y = np.clip(np.rint(points[:, 1]), 0, shape[0] - 1).astype(np.int32)
    pixels = y * np.int32(shape[1]) + x
    return pixels[np.concatenate(([True], pixels[1:] != pixels[:-1]))]


@dataclass(frozen=True, eq=False)
class StrokeLines:
    """All strokes on one grid.

    Attributes
    ----------
    shape : (height, width)
    offsets : (n_strokes + 1,) int64
        Where the pixels of each begin, and where the last ends.
    pixels : int32
        Of one stroke after the other.
    of_pixel : (height, width) int32
        0 where there is none, else 1 + the last stroke that goes through.
    """

    shape: tuple[int, int]
    offsets: npt.NDArray[np.int64]
    pixels: Pixels
    of_pixel: Pixels

    @classmethod
    def of(cls, strokes: Sequence[Stroke], shape: tuple[int, int]) -> StrokeLines:
        """Strokes in the coordinates of the grid."""
        lines = [line_pixels(stroke, shape) for stroke in strokes]
        offsets = np.cumsum([0, *map(len, lines)], dtype=np.int64)
        pixels = np.concatenate([np.zeros(0, np.int32), *lines])
        of_pixel = np.zeros(shape, np.int32)
        of_pixel.flat[pixels] = np.repeat(np.arange(1, len(lines) + 1, dtype=np.int32), np.diff(offsets))
        return cls(shape, offsets, pixels, of_pixel)

    @property
    def n_strokes(self) -> int:
        """Those of one pixel, too."""
        return len(self.offsets) - 1

    @property
    def is_drawn(self) -> npt.NDArray[np.bool_]:
        """(height, width) whether any stroke goes through."""
        return self.of_pixel > 0
