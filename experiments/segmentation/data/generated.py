"""A generated picture with known objects and strokes on their boundaries, for where no photographs are."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt

HEIGHT, WIDTH = 96, 128
PIECE = 24.0  # pixels of a line, of which a share is drawn
COLORS = ((120, 160, 220), (70, 140, 50), (140, 60, 30), (200, 190, 90))
JITTER = 0.7

Polyline = npt.NDArray[np.float64]


def picture(seed: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
    """A disk and a box before a meadow under the sky, with shading and noise; and which of these each pixel shows."""
    y, x = np.indices((HEIGHT, WIDTH))
    truth = (y > horizon(x, seed)).astype(np.int32)
    column, row, radius = disk(seed)
    truth[(x - column) ** 2 + (y - row) ** 2 < radius**2] = 2
    left, top, right, bottom = box(seed)
    truth[(x > left) & (x < right) & (y > top) & (y < bottom)] = 3
    rng = np.random.default_rng(seed)
    shade = 12.0 * np.sin(x / 23.0 + seed) + rng.normal(0.0, 8.0, (HEIGHT, WIDTH))
    shown = np.array(COLORS, float)[truth] + shade[..., None]
    return np.clip(shown, 0, 255).astype(np.uint8), truth


def horizon(x: npt.NDArray[np.int_] | Polyline, seed: int) -> Polyline:
    return np.asarray(38.5 + 4.0 * np.sin(np.asarray(x) / 17.0 + seed))


def disk(seed: int) -> tuple[float, float, float]:
    return 40.5 + 5 * (seed % 3), 60.5, 20.0


def box(seed: int) -> tuple[float, float, float, float]:
    left = 82.5 + 3 * (seed % 4)
    return left, 52.5, left + 28.0, 84.5


def strokes(share: float, seed: int) -> list[Polyline]:
    """That share of each line, in pieces with gaps between them, each moved by less than a pixel."""
    rng = np.random.default_rng(seed)
    return [piece + rng.uniform(-JITTER, JITTER, 2) for line in lines(seed) for piece in _pieces(line, share)]


def lines(seed: int) -> list[Polyline]:
    """Where objects meet, a point per pixel or so: the horizon beside the disk, the disk and the box."""
    column, row, radius = disk(seed)
    turn = np.linspace(0.0, 2.0 * np.pi, 126)
    circle = np.stack([column + radius * np.cos(turn), row + radius * np.sin(turn)], axis=1)
    left, top, right, bottom = box(seed)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    x = np.arange(WIDTH, dtype=float)
    sky = np.stack([x, horizon(x, seed)], axis=1)
    beside = np.hypot(*(sky - (column, row)).T) >= radius
    cuts = np.flatnonzero(np.diff(beside)) + 1
    return [
        *(part for part in np.split(sky, cuts) if len(part) > 1 and _is_free(part, beside)),
        circle,
        _dense(corners),
    ]


def _is_free(part: Polyline, beside: npt.NDArray[np.bool_]) -> bool:
    return bool(beside[int(part[len(part) // 2, 0])])


def _dense(corners: list[tuple[float, float]]) -> Polyline:
    sides = [
        np.linspace(one, other, int(np.hypot(*np.subtract(other, one))), endpoint=False)
        for one, other in pairwise(corners)
    ]
    return np.concatenate([*sides, [corners[-1]]])


def _pieces(line: Polyline, share: float) -> list[Polyline]:
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    n_pieces = max(1, round(along[-1] / PIECE))
    found = []
    for begin in np.arange(n_pieces) * along[-1] / n_pieces:
        gap = (1.0 - share) * along[-1] / n_pieces
        at = np.linspace(begin + gap / 2, begin + along[-1] / n_pieces - gap / 2, 8)
        found.append(np.stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])], axis=1))
    return found
