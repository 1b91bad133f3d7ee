"""Strokes as pixels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Stroke

Pixels = npt.NDArray[np.int64]

_STEP = 0.5  # pixels between the places of a line that are looked at
_MOST_DISC_PIXELS = 4_000_000


def line_pixels(stroke: Stroke, shape: tuple[int, int]) -> Pixels:
    """Flat indices of the pixels under the middle of a stroke: a line whose pixels touch at least by corners."""
    points = stroke.points
    if len(points) > 1:
        steps = np.diff(points, axis=0)
        n_steps = np.maximum(1, np.ceil(np.abs(steps).max(axis=1) / _STEP)).astype(np.int64)
        of = np.repeat(np.arange(len(steps)), n_steps)
        nth = np.arange(len(of)) - np.repeat(np.cumsum(n_steps) - n_steps, n_steps)
        points = np.concatenate((points[of] + steps[of] * (nth / n_steps[of])[:, None], points[-1:]))
    x = np.clip(np.rint(points[:, 0]), 0, shape[1] - 1).astype(np.int64)
    y = np.clip(np.rint(points[:, 1]), 0, shape[0] - 1).astype(np.int64)
    return np.unique(y * shape[1] + x)


def ridge(strokes: Sequence[Stroke], shape: tuple[int, int]) -> tuple[Pixels, npt.NDArray[np.float32]]:
    """The pixels under strokes of their full width, and how near to the middle of one each is.

    Returns
    -------
    pixels : (n,) int64
        Flat indices, sorted.
    nearness : (n,) float32
        1 in the middle, above 0 all over.
    """
    lines = [line_pixels(stroke, shape) for stroke in strokes]
    work = sum(len(line) * (1.0 + stroke.width) ** 2 for line, stroke in zip(lines, strokes, strict=True))
    if work > _MOST_DISC_PIXELS:
        return _ridge_by_distance(lines, [stroke.width / 2 for stroke in strokes], shape)
    pixels, near = [np.empty(0, np.int64)], [np.empty(0, np.float32)]
    for line, stroke in zip(lines, strokes, strict=True):
        y, x = np.divmod(line, shape[1])
        dy, dx, distance = _disc(stroke.width / 2)
        for down, right, far in zip(dy.tolist(), dx.tolist(), distance.tolist(), strict=True):
            inside = (y + down >= 0) & (y + down < shape[0]) & (x + right >= 0) & (x + right < shape[1])
            found = line[inside] + down * shape[1] + right
            pixels.append(found)
            near.append(np.full(len(found), 1.0 - far / (1.0 + stroke.width / 2), np.float32))
    return _nearest(np.concatenate(pixels), np.concatenate(near))


def _ridge_by_distance(
    lines: list[Pixels], radii: list[float], shape: tuple[int, int]
) -> tuple[Pixels, npt.NDArray[np.float32]]:
    """The same for broad strokes, in time that goes with the picture; where two meet, the nearer one counts."""
    radius = np.zeros(shape[0] * shape[1], np.float32)
    for line, half in zip(lines, radii, strict=True):
        radius[line] = np.maximum(radius[line], np.float32(half))
    distance, nearest = _core.distance_to((radius > 0).reshape(shape))
    reach = radius[nearest.ravel()]
    pixels = np.flatnonzero(distance.ravel() <= reach)
    return pixels.astype(np.int64), np.float32(1.0) - distance.ravel()[pixels] / (np.float32(1.0) + reach[pixels])


def _disc(radius: float) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    reach = int(radius)
    dy, dx = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    distance = np.hypot(dy, dx)
    inside = distance <= radius
    return dy[inside], dx[inside], distance[inside]


def _nearest(pixels: Pixels, near: npt.NDArray[np.float32]) -> tuple[Pixels, npt.NDArray[np.float32]]:
    """Each pixel once, with the largest of its values."""
    order = np.lexsort((near, pixels))
    pixels, near = pixels[order], near[order]
    is_last = np.append(pixels[1:] != pixels[:-1], True) if len(pixels) else np.zeros(0, bool)
    return pixels[is_last], near[is_last]
