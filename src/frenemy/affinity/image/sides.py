"""The two sides of a stroke: which pixels lie along it, to the left and to the right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image.stroke import Points, Stroke
from frenemy.checked_arrays import number

Window = tuple[int, int, int, int]  # top, left, bottom, right; the last two are the first beyond

DEPTH = 3.5
_FINE = 0.25  # pixels; points nearer to the last one say nothing
_FAR = 1e7  # pixels; what lies beyond is no nearer to the picture than this


@dataclass(frozen=True, eq=False)
class Sides:
    """Pixels beside a stroke, within a part of the picture.

    Attributes
    ----------
    window : (top, left, bottom, right)
        The part; the last two are the first beyond it.
    side : (height, width) int8
        1 to the left of where the stroke goes (up, if it goes to the right), -1 to its right, 0 elsewhere.
    mirrored : (n_pairs, 2) int32
        Two pixels opposite each other across the stroke, left and right, as numbers of pixels of the whole picture.
    """

    window: Window
    side: npt.NDArray[np.int8]
    mirrored: npt.NDArray[np.int32]


def sides(stroke: Stroke, shape: tuple[int, ...], *, depth: float = DEPTH) -> Sides:
    """What lies on the two sides of a stroke, from its rim to a little further.

    Beyond the two ends of a stroke there is no side. Where both ends meet, within the width of the stroke, it is closed
    and has none. A single point has no sides, and neither have hairpin bends and places where it crosses itself.

    Parameters
    ----------
    stroke : Stroke
    shape : (height, width, ...)
        Of the picture.
    depth : float
        How far the sides reach from half the width of the stroke, in pixels.

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
    least, most = stroke.width / 2.0, stroke.width / 2.0 + depth
    field = StrokeField(stroke, shape, most)
    side = np.where((field.distance > least) & (field.distance <= most), field.side, 0).astype(np.int8)
    return _trimmed(field.window, side, _mirrored(field, side, shape))


class StrokeField:
    """Of each pixel within a distance of a stroke the distance, the side and the nearest point.

    Attributes
    ----------
    window : (top, left, bottom, right)
        Where these pixels are; empty if there are none.
    distance : (height, width) float64
        Infinite for those that are further away.
    side : (height, width) int8
    foot : (height, width, 2) float64
        x and y of the nearest point of the stroke, in the window.
    """

    def __init__(self, stroke: Stroke, shape: tuple[int, ...], most: float) -> None:
        points, is_closed = _path(stroke)
        self.window = window_around(stroke, shape, most)
        top, left, bottom, right = self.window
        height, width = bottom - top, right - left
        found = _core.polyline_field((points - (left, top)).ravel(), is_closed, height, width, most)
        self.distance = found[0].reshape(height, width)
        self.side = found[1].reshape(height, width)
        self.foot = found[2].reshape(height, width, 2)


def window_around(stroke: Stroke, shape: tuple[int, ...], most: float) -> Window:
    """The pixels that may be within a distance of a stroke."""
    points = np.clip(stroke.points, -_FAR, _FAR)
    left, top = np.ceil(np.maximum(points.min(axis=0) - most, 0.0))
    right, bottom = np.floor(np.minimum(points.max(axis=0) + most, (shape[1] - 1, shape[0] - 1))) + 1.0
    if left >= right or top >= bottom:
        return (0, 0, 0, 0)
    return int(top), int(left), int(bottom), int(right)


def _path(stroke: Stroke) -> tuple[Points, bool]:
    """The points that matter, and whether the last is joined to the first."""
    points = np.clip(stroke.points, -_FAR, _FAR)
    kept = [points[0]]
    for point in points[1:]:
        if np.hypot(*(point - kept[-1])) >= _FINE:
            kept.append(point)
    if len(kept) > 1:
        kept[-1] = points[-1]
    gap = float(np.hypot(*(kept[-1] - kept[0])))
    is_closed = len(kept) > 3 and gap <= stroke.width and stroke.length > 4.0 * stroke.width
    if is_closed and gap < _FINE:
        kept.pop()
    return np.array(kept), is_closed


def _mirrored(field: StrokeField, side: npt.NDArray[np.int8], shape: tuple[int, ...]) -> npt.NDArray[np.int32]:
    """Each pixel on one side, and that at its mirror image in the stroke if this is on the other side."""
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


def _trimmed(window: Window, side: npt.NDArray[np.int8], mirrored: npt.NDArray[np.int32]) -> Sides:
    rows, columns = np.flatnonzero(side.any(axis=1)), np.flatnonzero(side.any(axis=0))
    if not len(rows):
        return Sides((0, 0, 0, 0), np.zeros((0, 0), np.int8), mirrored)
    box: Any = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    top, left = window[0] + int(rows[0]), window[1] + int(columns[0])
    kept = np.ascontiguousarray(side[box])
    return Sides((top, left, top + kept.shape[0], left + kept.shape[1]), kept, mirrored)
