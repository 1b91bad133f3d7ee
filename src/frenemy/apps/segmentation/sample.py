"""A picture to try things on: seven objects, some of them touching, and strokes along parts of their boundaries.

It is painted by formulas, so it can have any size and its objects are known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.label_runs import LabelMap
from frenemy.checked_arrays import whole_number

NAMES = ("wall", "table", "leaves", "vase", "book", "orange", "pear")
WIDTH, HEIGHT = 480, 320  # everything below is measured in pixels of this size
SHARE = 0.6  # of the boundaries is drawn

_Plane = npt.NDArray[np.float32]
_Distance = Callable[[_Plane, _Plane], _Plane]  # from a boundary, below 0 inside; about right near it
_HORIZON = 214.0
_PIECE = 46.0  # length of a stroke, about
_LIGHT = np.array([-0.45, -0.62, 0.64])  # from the left, from above, from the front


@dataclass(frozen=True)
class _Shape:
    label: int
    distance: _Distance
    center: tuple[float, float]


# --------------------------------------------------------------------------------------------------------------- shapes


def _ellipse(x: float, y: float, a: float, b: float) -> _Distance:
    return lambda px, py: (np.hypot((px - x) / a, (py - y) / b) - 1.0) * min(a, b)


def _leaf(x: float, y: float, length: float, breadth: float, angle: float) -> _Distance:
    """What two circles have in common."""
    c, s = np.cos(angle), np.sin(angle)
    radius = (length**2 + breadth**2) / (4 * breadth)

    def distance(px: _Plane, py: _Plane) -> _Plane:
        along, across = (px - x) * c + (py - y) * s, -(px - x) * s + (py - y) * c
        return np.hypot(along, np.abs(across) + radius - breadth / 2) - radius

    return distance


def _vase_radius(py: _Plane) -> _Plane:
    t = np.clip((py - 108.0) / 142.0, 0.0, 1.0)
    body: _Plane = 27.0 * np.sin(np.pi * np.clip((t - 0.12) / 0.95, 0.0, 1.0)) ** 1.6
    return 19.0 + body + 5.0 * np.exp(-((t / 0.06) ** 2))


def _vase(px: _Plane, py: _Plane) -> _Plane:
    """A body, a neck and a rim; turned around an upright axis."""
    half = _vase_radius(py)
    return np.maximum(np.abs(px - 150.0) - half, np.maximum(108.0 - py, py - 252.0 + ((px - 150.0) / 13.0) ** 2))


def _book(px: _Plane, py: _Plane) -> _Plane:
    c, s = np.cos(-0.13), np.sin(-0.13)
    along, across = (px - 262.0) * c + (py - 252.0) * s, -(px - 262.0) * s + (py - 252.0) * c
    return np.maximum(np.abs(along) - 68.0, np.abs(across) - 17.0)


def _pear(px: _Plane, py: _Plane) -> _Plane:
    """Two balls with a smooth passage between them."""
    belly, top = _ellipse(404.0, 218.0, 41.0, 38.0)(px, py), _ellipse(411.0, 163.0, 19.0, 22.0)(px, py)
    blend = np.clip(0.5 + (top - belly) / 60.0, 0.0, 1.0)
    smooth: _Plane = top + (belly - top) * blend - 30.0 * blend * (1.0 - blend)
    return smooth


_LEAVES = (
    _Shape(2, _leaf(152.0, 62.0, 104.0, 30.0, -1.50), (152.0, 62.0)),
    _Shape(2, _leaf(113.0, 72.0, 100.0, 28.0, 0.83), (113.0, 72.0)),
    _Shape(2, _leaf(191.0, 73.0, 104.0, 28.0, -0.72), (191.0, 73.0)),
)
_SHAPES = (
    *_LEAVES,
    _Shape(3, _vase, (150.0, 190.0)),
    _Shape(4, _book, (262.0, 252.0)),
    _Shape(5, _ellipse(331.0, 205.0, 44.0, 43.0), (331.0, 205.0)),
    _Shape(6, _pear, (405.0, 205.0)),
)


# -------------------------------------------------------------------------------------------------------------- picture


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
    painted = _wall(x, y, rng)
    _lay(painted, _cloth(x, y, rng), _HORIZON - y, size)
    shadows = (
        (158.0, 252.0, 74.0, 9.0),
        (266.0, 275.0, 84.0, 10.0),
        (340.0, 249.0, 60.0, 9.0),
        (412.0, 255.0, 58.0, 9.0),
    )
    for shadow in shadows:
        depth = np.exp(-np.maximum(_ellipse(*shadow)(x, y), 0.0) / 7.0) * np.where(y > _HORIZON, 1.0, 0.2)
        painted *= (1.0 - 0.42 * depth)[:, :, None]
    for shape in _SHAPES:
        distance = shape.distance(x, y)
        _lay(painted, _PAINTS[shape.label](x, y, distance, rng), distance, size)
    painted += rng.normal(0.0, 0.012, painted.shape).astype(np.float32)
    return (np.clip(painted, 0.0, 1.0) * np.float32(255.0) + np.float32(0.5)).astype(np.uint8)


def labels(width: int = WIDTH) -> LabelMap:
    """The object of each pixel, (height, width) int32; ``NAMES`` says what they are."""
    x, y, _ = _grid(width)
    made = (y > _HORIZON).astype(np.int32)
    for shape in _SHAPES:
        made[shape.distance(x, y) < 0.0] = shape.label
    return made


def strokes(width: int = WIDTH, *, share: float = SHARE) -> tuple[Stroke, ...]:
    """Strokes as a hand would draw them: along a share of each boundary that can be seen, up to 1.5 pixels beside it.

    Examples
    --------
    >>> from frenemy.apps.segmentation import sample
    >>> sample.strokes()[0].width
    3.0
    """
    rng = np.random.default_rng(7)
    known = labels()
    scale = whole_number(width, "width", least=3) / WIDTH
    made = []
    for line in _outlines():
        for run in _visible(line, known):
            made += [Stroke(piece, 3.0 * scale) for piece in _pieces(run, share, rng, scale)]
    return tuple(made)


def _grid(width: int) -> tuple[_Plane, _Plane, float]:
    """x and y of all pixels, and the size of a pixel, in those of the first size."""
    width = whole_number(width, "width", least=3)
    size = WIDTH / width
    x = (np.arange(width, dtype=np.float32) + 0.5) * size - 0.5
    y = (np.arange(round(width * HEIGHT / WIDTH), dtype=np.float32) + 0.5) * size - 0.5
    return np.broadcast_to(x, (len(y), len(x))), np.broadcast_to(y[:, None], (len(y), len(x))), size


def _lay(painted: _Plane, color: _Plane, distance: _Plane, size: float) -> None:
    """Paint where the distance is below 0, with soft edges of one and a half pixels."""
    cover = np.clip(0.5 - distance / (1.5 * size), 0.0, 1.0)[:, :, None].astype(np.float32)
    painted += cover * (color - painted)


# --------------------------------------------------------------------------------------------------------------- paints


def _mixed(low: tuple[float, ...], high: tuple[float, ...], share: _Plane) -> _Plane:
    one, other = np.array(low, np.float32), np.array(high, np.float32)
    return (one + np.clip(share, 0.0, 1.0)[:, :, None] * (other - one)).astype(np.float32)


def _waves(x: _Plane, y: _Plane, rng: np.random.Generator, length: float, n: int = 6) -> _Plane:
    """Smooth random texture of about this wavelength, mean 0."""
    total = np.zeros(x.shape, np.float32)
    for _ in range(n):
        angle, phase, k = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi), rng.uniform(0.7, 1.5) / length
        total += np.sin(2 * np.pi * k * (x * np.cos(angle) + y * np.sin(angle)) + phase).astype(np.float32)
    return total / np.float32(np.sqrt(n))


def _wall(x: _Plane, y: _Plane, rng: np.random.Generator) -> _Plane:
    """Of wood."""
    bent = y + 5.0 * np.sin(x / 90.0) + 3.0 * _waves(x / 5, y, rng, 34.0)
    grain = 0.5 + 0.3 * np.sin(bent * 0.55) + 0.12 * np.sin(bent * 1.7 + x / 60.0)
    glow = np.exp(-(((x - 330) / 280) ** 2 + ((y - 60) / 210) ** 2))
    return _mixed((0.50, 0.32, 0.19), (0.69, 0.48, 0.30), grain) * (0.80 + 0.24 * glow).astype(np.float32)[:, :, None]


def _cloth(x: _Plane, y: _Plane, rng: np.random.Generator) -> _Plane:
    light = (y - _HORIZON) / 160 + 0.25 * np.sin(x / 150.0)
    return _mixed((0.55, 0.62, 0.70), (0.72, 0.76, 0.80), light) + 0.012 * _waves(x, y, rng, 14.0, 9)[:, :, None]


def _lit(nx: _Plane, ny: _Plane, shine: float) -> tuple[_Plane, _Plane]:
    """Brightness and gloss of a surface from its normal."""
    nz = np.sqrt(np.maximum(0.0, 1.0 - nx**2 - ny**2))
    facing = nx * _LIGHT[0] + ny * _LIGHT[1] + nz * _LIGHT[2]
    gloss = np.maximum(0.0, 2 * facing * nz - _LIGHT[2]) ** 26 * shine
    return (0.30 + 0.75 * np.maximum(0.0, facing)).astype(np.float32), gloss.astype(np.float32)


def _shaded(color: _Plane, nx: _Plane, ny: _Plane, shine: float) -> _Plane:
    bright, gloss = _lit(nx, ny, shine)
    return color * bright[:, :, None] + gloss[:, :, None]


def _leaf_paint(x: _Plane, y: _Plane, distance: _Plane, rng: np.random.Generator) -> _Plane:
    veins = 0.5 + 0.25 * np.sin((x + 1.7 * y) / 3.6) + 0.2 * _waves(x, y, rng, 26.0)
    return _mixed((0.13, 0.36, 0.20), (0.32, 0.57, 0.25), veins) * (0.85 + 0.02 * np.minimum(-distance, 10))[:, :, None]


def _vase_paint(x: _Plane, y: _Plane, distance: _Plane, rng: np.random.Generator) -> _Plane:
    glaze = 1 / (1 + np.exp(-(np.abs(y - 182.0) - 18.0) / 5.0)) + 0.08 * _waves(x, y, rng, 12.0)
    return _shaded(
        _mixed((0.30, 0.58, 0.68), (0.16, 0.42, 0.57), glaze),
        np.clip((x - 150.0) / _vase_radius(y), -1, 1),
        0 * y,
        0.45,
    )


def _book_paint(x: _Plane, y: _Plane, distance: _Plane, rng: np.random.Generator) -> _Plane:
    c, s = np.cos(-0.13), np.sin(-0.13)
    across = -(x - 262.0) * s + (y - 252.0) * c
    along = (x - 262.0) * c + (y - 252.0) * s
    cover = _mixed((0.42, 0.10, 0.19), (0.52, 0.14, 0.24), 0.5 + 0.3 * _waves(x, y, rng, 9.0))
    gold = 0.55 * np.exp(-(((np.abs(along) - 50.0) / 1.3) ** 2)).astype(np.float32)[:, :, None]
    bound = cover + gold * (np.array([0.80, 0.66, 0.36], np.float32) - cover)
    return bound * (1.0 - 0.012 * across).astype(np.float32)[:, :, None]


def _orange_paint(x: _Plane, y: _Plane, distance: _Plane, rng: np.random.Generator) -> _Plane:
    skin = _mixed((0.94, 0.50, 0.10), (0.98, 0.62, 0.17), 0.5 + 0.35 * _waves(x, y, rng, 7.0, 9))
    pits = 0.05 * _waves(x, y, rng, 4.5, 9)
    return _shaded(skin, (x - 331.0) / 46.0 + pits, (y - 205.0) / 45.0 + pits, 0.35)


def _pear_paint(x: _Plane, y: _Plane, distance: _Plane, rng: np.random.Generator) -> _Plane:
    blush = np.exp(-(((x - 432) / 26) ** 2 + ((y - 212) / 34) ** 2))
    skin = _mixed((0.70, 0.76, 0.28), (0.82, 0.52, 0.26), blush + 0.05 * _waves(x, y, rng, 6.0, 9))
    near = 1 / (1 + np.exp((y - 182.0) / 9.0))
    nx = near * (x - 411.0) / 26.0 + (1 - near) * (x - 404.0) / 44.0
    ny = near * np.clip((y - 165.0) / 30.0, -0.8, 0.1) + (1 - near) * (y - 216.0) / 44.0
    return _shaded(skin, np.clip(nx, -1, 1), np.clip(ny, -1, 1), 0.30)


_PAINTS = {2: _leaf_paint, 3: _vase_paint, 4: _book_paint, 5: _orange_paint, 6: _pear_paint}


# -------------------------------------------------------------------------------------------------------------- strokes


def _outlines() -> list[npt.NDArray[np.float64]]:
    """Points on all boundaries, about a pixel apart."""
    x = np.arange(0.0, WIDTH - 1.0)
    lines = [np.stack([x, np.full(len(x), _HORIZON)], axis=1)]
    for shape in _SHAPES:
        angle = np.linspace(0.0, 2 * np.pi, 1200)
        near, far = np.zeros(len(angle)), np.full(len(angle), 200.0)
        for _ in range(40):  # every shape is seen as a whole from its center
            middle = (near + far) / 2
            inside = shape.distance(*_from(shape.center, angle, middle)) < 0.0
            near, far = np.where(inside, middle, near), np.where(inside, far, middle)
        lines.append(np.stack(_from(shape.center, angle, near), axis=1).astype(np.float64))
    return [_resampled(line) for line in lines]


def _from(center: tuple[float, float], angle: npt.NDArray[np.float64], far: npt.NDArray[np.float64]) -> list[_Plane]:
    return [center[0] + far * np.cos(angle), center[1] + far * np.sin(angle)]


def _resampled(line: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    along = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))))
    at = np.arange(0.0, along[-1], 1.0)
    return np.stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])], axis=1)


def _visible(line: npt.NDArray[np.float64], known: LabelMap) -> list[npt.NDArray[np.float64]]:
    """The runs of a line with different objects on its two sides."""
    normal = _normals(line)
    sides = []
    for reach in (-3.0, 3.0):
        at = np.rint(line + reach * normal).astype(int)
        sides.append(known[np.clip(at[:, 1], 0, HEIGHT - 1), np.clip(at[:, 0], 0, WIDTH - 1)])
    is_border = sides[0] != sides[1]
    runs = np.split(np.arange(len(line)), np.flatnonzero(is_border[1:] != is_border[:-1]) + 1)
    return [line[run] for run in runs if len(run) > 12 and is_border[run[0]]]


def _normals(line: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    ahead = np.gradient(line, axis=0)
    ahead /= np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)[:, None]
    return np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)


def _pieces(
    run: npt.NDArray[np.float64], share: float, rng: np.random.Generator, scale: float
) -> list[npt.NDArray[np.float64]]:
    """Evenly spread over a run, each a little off."""
    n = max(1, round(share * len(run) / _PIECE))
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
