"""The pixels under strokes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Stroke, line_pixels
from frenemy.problem.distinct import distinct

Pixels = npt.NDArray[np.int64]
_Line = npt.NDArray[np.int32]
_Nearness = npt.NDArray[np.float32]

_CALL_COST = 1000  # overhead of shifting a line, in shifted pixels
_DASH, _GAP = 3.0, 2.0  # lengths, in widths of the line
_MIN_WORK = 1_000_000  # shifted pixels, below which discs are always used


def ridge(strokes: Sequence[Stroke], shape: tuple[int, int]) -> tuple[Pixels, _Nearness]:
    """The pixels under strokes, and the nearness of each to a center line.

    Returns
    -------
    pixels : (n,) int64
        Flat indices, sorted.
    nearness : (n,) float32
        1 on the center line, decreasing towards the sides, always above 0.
    """
    lines: dict[float, list[_Line]] = {}  # by half the width: strokes of equal width are drawn together
    for stroke in strokes:
        lines.setdefault(stroke.width / 2, []).append(line_pixels(stroke, shape).astype(np.int64))
    drawn = {radius: distinct(np.concatenate(some)) for radius, some in lines.items()}
    work = sum((_CALL_COST + len(line)) * (1.0 + 2.0 * radius) ** 2 for radius, line in drawn.items())
    if work > max(_MIN_WORK, shape[0] * shape[1]):
        near = _near_by_distance(drawn, shape)
    else:
        near = _near_by_discs(drawn, shape)
    pixels = np.flatnonzero(near).astype(np.int64)
    return pixels, near[pixels]


def dashes(stroke: Stroke) -> list[Stroke]:
    """The parts of a dashed line; a line shorter than one dash is one part."""
    steps = np.diff(stroke.points, axis=0)
    along = np.concatenate(([0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))))
    starts = np.arange(0.0, max(along[-1], 1e-9), (_DASH + _GAP) * stroke.width)
    ends = np.minimum(starts + _DASH * stroke.width, along[-1])
    cuts = np.stack((starts, ends), axis=1)
    x, y = (np.interp(cuts, along, stroke.points[:, axis]) for axis in (0, 1))
    first, last = np.searchsorted(along, starts, "right"), np.searchsorted(along, ends, "left")
    made = []
    for at in range(len(starts)):
        (begin, end), inner = np.stack((x[at], y[at]), axis=1), stroke.points[first[at] : last[at]]
        made.append(Stroke(np.concatenate((begin[None], inner, end[None])), stroke.width))
    return made


def _near_by_discs(lines: dict[float, _Line], shape: tuple[int, int]) -> _Nearness:
    near = np.zeros(shape[0] * shape[1], np.float32)
    for radius, line in lines.items():
        y, x = np.divmod(line, shape[1])
        for down, right, distance in _disc(radius):
            inside = (y + down >= 0) & (y + down < shape[0]) & (x + right >= 0) & (x + right < shape[1])
            there = line[inside] + (down * shape[1] + right)
            near[there] = np.maximum(near[there], np.float32(1.0 - distance / (1.0 + radius)))
    return near


def _near_by_distance(lines: dict[float, _Line], shape: tuple[int, int]) -> _Nearness:
    """The same by a distance transform, linear in the picture, for broad strokes; the nearest center line counts."""
    reach = np.zeros(shape[0] * shape[1], np.float32)
    for radius, line in sorted(lines.items()):
        reach[line] = radius
    distance, nearest = _core.distance_to((reach > 0).reshape(shape))
    reach = reach[nearest.ravel()]
    near: _Nearness = np.float32(1.0) - distance.ravel() / (np.float32(1.0) + reach)
    near[distance.ravel() > reach] = 0.0
    return near


def _disc(radius: float) -> list[tuple[int, int, float]]:
    """Row offset, column offset and distance of the pixels around one."""
    down, right = np.mgrid[-int(radius) : int(radius) + 1, -int(radius) : int(radius) + 1]
    distance = np.hypot(down, right)
    inside = distance <= radius
    return list(zip(down[inside].tolist(), right[inside].tolist(), distance[inside].tolist(), strict=True))
