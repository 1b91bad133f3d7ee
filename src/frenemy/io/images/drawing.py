"""Strokes from a drawing: a picture with lines on a plain or transparent background."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image.strokes.stroke import Stroke
from frenemy.io.images.ink_masks import ink_masks
from frenemy.io.images.skeleton_paths import Path, skeleton_paths
from frenemy.io.images.thinning import thinned
from frenemy.problem.array_types import Bools, Floats

_SMOOTH = 1.5  # pixels: enough for the steps between rows and columns, too little for corners
_TOLERANCE = 0.4  # pixels


def drawn_strokes(pixels: npt.NDArray[Any]) -> tuple[Stroke, ...]:
    """The strokes of a drawing.

    The drawn pixels are split by ink, each ink is thinned to lines of one pixel, and these are traced: a line is a
    stroke, a drawing that branches is split at its junctions, a closed line ends where it begins, and a blot is a
    stroke of one or a few points. The width of a stroke is its drawn area over its length.

    Parameters
    ----------
    pixels : (height, width) or (height, width, 2 to 4) uint8 or uint16
        As :func:`frenemy.io.read_picture` gives it.

    Returns
    -------
    tuple of Stroke
        Ink by ink, and from top to bottom.

    Raises
    ------
    ValueError
        If there is no background: less than half of the picture is transparent or of one color.
    """
    return tuple(stroke for mask in ink_masks(pixels) for stroke in _strokes_of(mask))


def _strokes_of(mask: Bools) -> list[Stroke]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    corner = np.array([columns[0], rows[0]], np.float64)
    mask = np.pad(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], 1)
    paths = skeleton_paths(thinned(mask), _core.distance_to(~mask)[0])
    areas = _areas(mask, paths)
    strokes = []
    for path, area in zip(paths, areas, strict=True):
        points = _simplified(_smoothed(path.points))
        length = float(np.hypot(*np.diff(points, axis=0).T).sum())
        # Smoothing may move a line along the border of the ink slightly outside.
        points = np.clip(points + corner - 1.0, corner, (columns[-1], rows[-1]))
        strokes.append(Stroke(points, _width(area, length, path.n_free_ends)))
    return strokes


def _areas(mask: Bools, paths: list[Path]) -> list[int]:
    """How many drawn pixels are closest to each line."""
    path_of = np.full(mask.shape, -1, np.int64)
    for number, path in enumerate(paths):
        path_of.ravel()[path.pixels] = number
    _, nearest = _core.distance_to(path_of >= 0)
    counts: list[int] = np.bincount(path_of.ravel()[nearest[mask]], minlength=len(paths)).tolist()
    return counts


def _width(area: float, length: float, n_free_ends: int) -> float:
    """The width w of a line that covers ``area``: w times its length, and half a square of w at each free end."""
    if n_free_ends == 0:
        return max(1.0, area / max(length, 1.0))
    return float(max(1.0, (np.sqrt(length**2 + 2.0 * n_free_ends * area) - length) / n_free_ends))


def _smoothed(points: Floats) -> Floats:
    """Smoothed by a Gaussian along the line; the ends stay fixed."""
    if len(points) < 4:
        return points
    reach = min(int(4 * _SMOOTH), len(points) - 2)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / _SMOOTH) ** 2)
    if (points[0] == points[-1]).all():
        before, after = points[-1 - reach : -1], points[1 : 1 + reach]
    else:
        before = 2 * points[0] - points[reach:0:-1]
        after = 2 * points[-1] - points[-2 : -2 - reach : -1]
    longer = np.concatenate((before, points, after))
    smooth = [np.convolve(longer[:, axis], kernel / kernel.sum(), "valid") for axis in (0, 1)]
    return np.stack(smooth, axis=1)


def _simplified(points: Floats) -> Floats:
    """With fewer points; none of the others is further than the tolerance from the line.

    Ramer (1972); Douglas & Peucker (1973). A closed line is taken as two halves.
    """
    keep = np.zeros(len(points), bool)
    keep[[0, -1]] = True
    middle = int(np.hypot(*(points - points[0]).T).argmax())
    keep[middle] = True
    open_parts = [(0, middle), (middle, len(points) - 1)]
    while open_parts:
        first, last = open_parts.pop()
        if last - first < 2:
            continue
        chord = points[last] - points[first]
        off = points[first + 1 : last] - points[first]
        distance = np.abs(chord[0] * off[:, 1] - chord[1] * off[:, 0]) / max(float(np.hypot(*chord)), 1e-9)
        furthest = int(distance.argmax())
        if distance[furthest] > _TOLERANCE:
            at = first + 1 + furthest
            keep[at] = True
            open_parts += [(first, at), (at, last)]
    return points[keep]
