"""The two sides of a stroke: pixels to its left and right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.problem.array_types import Floats, Ints32
from frenemy.problem.checked_arrays import number

Window = tuple[int, int, int, int]  # top, left, bottom, right; bottom and right are exclusive

DEPTH = 3.5
_MIN_STEP = 0.25  # pixels: points closer to their predecessor are dropped
_MAX_COORDINATE = 1e7  # pixels: points farther out are clipped


@dataclass(frozen=True, eq=False)
class Sides:
    """Pixels beside a stroke.

    Attributes
    ----------
    window : (top, left, bottom, right)
        The part of the picture that ``side`` covers; bottom and right are exclusive.
    side : (height, width) int8
        1 to the left in the direction of the stroke (above a stroke drawn to the right), -1 to its right, 0 elsewhere.
    mirrored : (n_pairs, 2) int32
        Pairs of opposite pixels, left and right of the stroke, as flat indices of the whole picture.
    """

    window: Window
    side: npt.NDArray[np.int8]
    mirrored: Ints32


def sides(stroke: Stroke, shape: tuple[int, ...], *, depth: float = DEPTH) -> Sides:
    """The pixels in a narrow band on each side of a stroke.

    Pixels beyond the ends of a stroke are on no side. A stroke whose ends meet, within its width, is closed and has no
    ends. Single points, hairpin bends and self-crossings have no sides.

    Parameters
    ----------
    stroke : Stroke
    shape : (height, width, ...)
        Of the picture.
    depth : float
        Width of the band on each side of the stroke, in pixels.

    Examples
    --------
    >>> from frenemy.affinity.image import Stroke, sides
    >>> sides(Stroke([(2, 4), (5, 4)]), (9, 8), depth=1).side
    array([[ 1,  1,  1,  1],
           [ 0,  0,  0,  0],
           [ 0,  0,  0,  0],
           [ 0,  0,  0,  0],
           [-1, -1, -1, -1]], dtype=int8)
    """
    if not 0.0 < number(depth) < np.inf:
        raise ValueError(f"depth must be above 0 and finite, got {depth!r}")
    inner, outer = stroke.width / 2.0, stroke.width / 2.0 + depth
    field = StrokeField(stroke, shape, outer)
    side = np.where((field.distance > inner) & (field.distance <= outer), field.side, 0).astype(np.int8)
    return _trimmed(field.window, side, _mirrored(field, side, shape))


class StrokeField:
    """Distance, side and nearest point of the stroke for each pixel within a maximum distance.

    Attributes
    ----------
    window : (top, left, bottom, right)
        The window that holds these pixels; empty if there are none.
    distance : (height, width) float64
        Infinite beyond the maximum distance.
    side : (height, width) int8
    foot : (height, width, 2) float64
        x and y of the nearest point of the stroke, in window coordinates.
    """

    def __init__(self, stroke: Stroke, shape: tuple[int, ...], max_distance: float) -> None:
        points, is_closed = _path(stroke)
        self.window = window_around(stroke, shape, max_distance)
        top, left, bottom, right = self.window
        height, width = bottom - top, right - left
        found = _core.polyline_field((points - (left, top)).ravel(), is_closed, height, width, max_distance)
        self.distance = found[0].reshape(height, width)
        self.side = found[1].reshape(height, width)
        self.foot = found[2].reshape(height, width, 2)


def window_around(stroke: Stroke, shape: tuple[int, ...], max_distance: float) -> Window:
    """The smallest window that holds all pixels within a distance of a stroke."""
    points = np.clip(stroke.points, -_MAX_COORDINATE, _MAX_COORDINATE)
    left, top = np.ceil(np.maximum(points.min(axis=0) - max_distance, 0.0))
    right, bottom = np.floor(np.minimum(points.max(axis=0) + max_distance, (shape[1] - 1, shape[0] - 1))) + 1.0
    if left >= right or top >= bottom:
        return (0, 0, 0, 0)
    return int(top), int(left), int(bottom), int(right)


def _path(stroke: Stroke) -> tuple[Floats, bool]:
    """The points without near-duplicates, and whether the polyline is closed."""
    points = np.clip(stroke.points, -_MAX_COORDINATE, _MAX_COORDINATE)
    kept = [points[0]]
    for point in points[1:]:
        if np.hypot(*(point - kept[-1])) >= _MIN_STEP:
            kept.append(point)
    if len(kept) > 1:
        kept[-1] = points[-1]
    gap = float(np.hypot(*(kept[-1] - kept[0])))
    is_closed = len(kept) > 3 and gap <= stroke.width and stroke.length > 4.0 * stroke.width
    if is_closed and gap < _MIN_STEP:
        kept.pop()
    return np.array(kept), is_closed


def _mirrored(field: StrokeField, side: npt.NDArray[np.int8], shape: tuple[int, ...]) -> Ints32:
    """Pairs of a pixel and its mirror image in the stroke, where that lies on the other side."""
    y, x = np.nonzero(side)
    image = np.rint(2.0 * field.foot[y, x] - np.stack((x, y), axis=1)).astype(np.int64)
    inside = np.all((image >= 0) & (image < side.shape[::-1]), axis=1)
    y, x, image = y[inside], x[inside], image[inside]
    opposite = side[image[:, 1], image[:, 0]] == -side[y, x]
    y, x, image = y[opposite], x[opposite], image[opposite]
    top, left = field.window[:2]
    here, there = (y + top) * shape[1] + x + left, (image[:, 1] + top) * shape[1] + image[:, 0] + left
    is_left = side[y, x] > 0
    pairs = np.stack((np.where(is_left, here, there), np.where(is_left, there, here)), axis=1)
    return np.unique(pairs, axis=0).astype(np.int32)


def _trimmed(window: Window, side: npt.NDArray[np.int8], mirrored: Ints32) -> Sides:
    rows, columns = np.flatnonzero(side.any(axis=1)), np.flatnonzero(side.any(axis=0))
    if not len(rows):
        return Sides((0, 0, 0, 0), np.zeros((0, 0), np.int8), mirrored)
    box: Any = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    top, left = window[0] + int(rows[0]), window[1] + int(columns[0])
    kept = np.ascontiguousarray(side[box])
    return Sides((top, left, top + kept.shape[0], left + kept.shape[1]), kept, mirrored)
