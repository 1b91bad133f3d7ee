"""A sample picture: seven objects, some of them touching, and strokes along parts of their boundaries.

It is computed by formulas, so it can have any size and its true objects are known.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.sample.paints import PAINTS, cloth, wall
from frenemy.apps.segmentation.sample.shapes import HEIGHT, HORIZON, SHADOWS, SHAPES, WIDTH, Plane, Shape, ellipse
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.checked_arrays import whole_number

NAMES = ("wall", "table", "leaves", "vase", "book", "orange", "pear")
SHARE = 0.6  # of the boundaries that strokes cover

_STROKE_LENGTH = 46.0  # pixels, about

Line = npt.NDArray[np.float64]


def picture(width: int = WIDTH) -> npt.NDArray[np.uint8]:
    """The picture, (height, width, 3) uint8, two thirds as high as wide.

    Examples
    --------
    >>> from frenemy.apps.segmentation import sample
    >>> sample.picture().shape
    (320, 480, 3)
    """
    x, y, size = _grid(width)
    rng = np.random.default_rng(20111112)
    painted = wall(x, y, rng)
    _paint(painted, cloth(x, y, rng), HORIZON - y, size)
    for shadow in SHADOWS:
        depth = np.exp(-np.maximum(ellipse(*shadow)(x, y), 0.0) / 7.0) * np.where(y > HORIZON, 1.0, 0.2)
        painted *= (1.0 - 0.42 * depth)[:, :, None]
    for shape in SHAPES:
        around = _box(shape, size)
        near_x, near_y = x[around], y[around]
        distance = shape.distance(near_x, near_y)
        _paint(painted[around], PAINTS[shape.label](near_x, near_y, distance, rng), distance, size)
    painted += rng.standard_normal(painted.shape, np.float32) * np.float32(0.012)
    return (np.clip(painted, 0.0, 1.0) * np.float32(255.0) + np.float32(0.5)).astype(np.uint8)


def labels(width: int = WIDTH) -> LabelMap:
    """The object of each pixel, (height, width) int32; ``NAMES`` holds their names."""
    x, y, size = _grid(width)
    made = (y > HORIZON).astype(np.int32)
    for shape in SHAPES:
        around = _box(shape, size)
        made[around][shape.distance(x[around], y[around]) < 0.0] = shape.label
    return made


def strokes(width: int = WIDTH, *, share: float = SHARE) -> tuple[Stroke, ...]:
    """Strokes as if drawn by hand: along a share of each visible boundary, up to 1.5 pixels off.

    Examples
    --------
    >>> from frenemy.apps.segmentation import sample
    >>> sample.strokes()[0].width
    3.0
    """
    rng = np.random.default_rng(7)
    known = labels()
    scale = whole_number(width, "width", minimum=3) / WIDTH
    made = []
    for line in _outlines():
        for run in _visible(line, known):
            made += [Stroke(piece, 3.0 * scale) for piece in _pieces(run, share, rng, scale)]
    return tuple(made)


def _grid(width: int) -> tuple[Plane, Plane, float]:
    """x and y of all pixels, and the size of a pixel, in pixels of the default size."""
    width = whole_number(width, "width", minimum=3)
    size = WIDTH / width
    x = (np.arange(width, dtype=np.float32) + 0.5) * size - 0.5
    y = (np.arange(round(width * HEIGHT / WIDTH), dtype=np.float32) + 0.5) * size - 0.5
    return np.broadcast_to(x, (len(y), len(x))), np.broadcast_to(y[:, None], (len(y), len(x))), size


def _box(shape: Shape, size: float) -> tuple[slice, slice]:
    """The bounding box of a shape and its soft edges."""
    outline = shape.outline()
    low, high = (outline.min(axis=0) - 2.0) / size - 2.0, (outline.max(axis=0) + 2.0) / size + 2.0
    left, top = np.maximum(0, low).astype(int).tolist()
    right, bottom = high.astype(int).tolist()
    return slice(top, bottom), slice(left, right)


def _paint(painted: Plane, color: Plane, distance: Plane, size: float) -> None:
    """Paint where the distance is below 0, with soft edges of one and a half pixels."""
    cover = np.clip(0.5 - distance / (1.5 * size), 0.0, 1.0)[:, :, None].astype(np.float32)
    painted += cover * (color - painted)


# -------------------------------------------------------------------------------------------------------------- strokes


def _outlines() -> list[Line]:
    """Points on all boundaries, one pixel apart."""
    x = np.arange(0.0, WIDTH - 1.0)
    horizon = np.stack([x, np.full(len(x), HORIZON)], axis=1)
    return [_resampled(line) for line in (horizon, *(shape.outline() for shape in SHAPES))]


def _resampled(line: Line) -> Line:
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))
    at = np.arange(0.0, along[-1], 1.0)
    return np.stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])], axis=1)


def _visible(line: Line, known: LabelMap) -> list[Line]:
    """The runs of a line with different objects on its two sides."""
    normal = _normals(line)
    sides = []
    for reach in (-3.0, 3.0):
        at = np.rint(line + reach * normal).astype(int)
        sides.append(known[np.clip(at[:, 1], 0, HEIGHT - 1), np.clip(at[:, 0], 0, WIDTH - 1)])
    is_border = sides[0] != sides[1]
    runs = np.split(np.arange(len(line)), np.flatnonzero(is_border[1:] != is_border[:-1]) + 1)
    return [line[run] for run in runs if len(run) > 12 and is_border[run[0]]]


def _normals(line: Line) -> Line:
    ahead = np.gradient(line, axis=0)
    ahead /= np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)[:, None]
    return np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)


def _pieces(run: Line, share: float, rng: np.random.Generator, scale: float) -> list[Line]:
    """Strokes evenly spread over a run, each slightly off."""
    n = max(1, round(share * len(run) / _STROKE_LENGTH))
    pieces = []
    for i in range(n):
        middle = (i + 0.5) * len(run) / n
        reach = share * len(run) / n / 2
        piece = run[max(0, int(middle - reach)) : int(middle + reach) + 1]
        t = np.linspace(0.0, 1.0, len(piece))
        off = 0.9 * np.sin(2 * np.pi * (rng.uniform(0.5, 1.3) * t + rng.uniform())) + rng.uniform(-0.6, 0.6)
        drawn = piece + off[:, None] * _normals(piece)
        kept = np.unique(np.r_[np.arange(0, len(drawn), 4), len(drawn) - 1])
        pieces.append(np.round((drawn[kept] + 0.5) * scale - 0.5, 2))
    return pieces
