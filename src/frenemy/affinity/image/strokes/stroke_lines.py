"""Strokes rasterized to lines of pixels, in drawing order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.problem.array_types import Bools, Ints, Ints32

_STEP = 0.5  # pixels between samples of a line
_MIN_SAMPLES = 500_000  # of one line, and two for each pixel of the picture: more are not taken


def line_pixels(stroke: Stroke, shape: tuple[int, int]) -> Ints32:
    """Flat indices of the pixels under the center line of a stroke, from start to end; 8-connected."""
    points = stroke.points
    if len(points) > 1:
        steps = np.diff(points, axis=0)
        n_steps = np.maximum(1.0, np.ceil(np.abs(steps).max(axis=1) / _STEP))
        # A line that runs over the whole picture again and again may have gaps.
        n_steps = np.ceil(n_steps * min(1.0, (_MIN_SAMPLES + 2 * shape[0] * shape[1]) / n_steps.sum())).astype(np.int64)
        of = np.repeat(np.arange(len(steps)), n_steps)
        nth = np.arange(len(of)) - np.repeat(np.cumsum(n_steps) - n_steps, n_steps)
        points = np.concatenate((points[of] + steps[of] * (nth / n_steps[of])[:, None], points[-1:]))
    x = np.clip(np.rint(points[:, 0]), 0, shape[1] - 1).astype(np.int32)
    y = np.clip(np.rint(points[:, 1]), 0, shape[0] - 1).astype(np.int32)
    pixels = y * np.int32(shape[1]) + x
    return pixels[np.concatenate(([True], pixels[1:] != pixels[:-1]))]


@dataclass(frozen=True, eq=False)
class StrokeLines:
    """All strokes rasterized on one grid.

    Attributes
    ----------
    shape : (height, width)
    offsets : (n_strokes + 1,) int64
        ``pixels[offsets[i]:offsets[i + 1]]`` are the pixels of stroke i.
    pixels : int32
        Flat indices, stroke after stroke.
    of_pixel : (height, width) int32
        0 without a stroke, else 1 + the last stroke through the pixel.
    """

    shape: tuple[int, int]
    offsets: Ints
    pixels: Ints32
    of_pixel: Ints32

    @classmethod
    def of(cls, strokes: Sequence[Stroke], shape: tuple[int, int]) -> StrokeLines:
        """From strokes in grid coordinates."""
        lines = [line_pixels(stroke, shape) for stroke in strokes]
        offsets = np.cumsum([0, *map(len, lines)], dtype=np.int64)
        pixels = np.concatenate([np.zeros(0, np.int32), *lines])
        of_pixel = np.zeros(shape, np.int32)
        of_pixel.flat[pixels] = np.repeat(np.arange(1, len(lines) + 1, dtype=np.int32), np.diff(offsets))
        return cls(shape, offsets, pixels, of_pixel)

    @property
    def n_strokes(self) -> int:
        """Number of strokes, single points included."""
        return len(self.offsets) - 1

    @property
    def each(self) -> list[Ints32]:
        """The pixels of each stroke."""
        return np.split(self.pixels, self.offsets[1:-1]) if self.n_strokes else []

    @property
    def is_drawn(self) -> Bools:
        """(height, width): whether a stroke passes through each pixel."""
        return self.of_pixel > 0
