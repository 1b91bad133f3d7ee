"""The shapes of the sample picture as signed distances to their boundaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Plane = npt.NDArray[np.floating[Any]]
Distance = Callable[[Plane, Plane], Plane]  # signed distance to a boundary, negative inside; accurate near it

WIDTH, HEIGHT = 480, 320  # all lengths are in pixels of a picture of this size
HORIZON = 214.0
VASE_X, BOOK, BOOK_ANGLE = 126.0, (262.0, 252.0), -0.13


@dataclass(frozen=True)
class Shape:
    """One outline; several may belong to the same object."""

    label: int
    distance: Distance
    center: tuple[float, float]  # the shape is star-shaped around this point

    def outline(self) -> npt.NDArray[np.float64]:
        """(1200, 2): points around the boundary."""
        angle = np.linspace(0.0, 2 * np.pi, 1200)
        near, far = np.zeros(len(angle)), np.full(len(angle), 200.0)
        for _ in range(40):
            x, y = self._around(angle, (near + far) / 2)
            inside = self.distance(x, y) < 0.0
            near, far = np.where(inside, (near + far) / 2, near), np.where(inside, far, (near + far) / 2)
        return np.stack(self._around(angle, near), axis=1)

    def _around(
        self, angle: npt.NDArray[np.float64], far: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        return self.center[0] + far * np.cos(angle), self.center[1] + far * np.sin(angle)


def ellipse(x: float, y: float, a: float, b: float) -> Distance:
    def distance(px: Plane, py: Plane) -> Plane:
        return np.asarray((np.hypot((px - x) / a, (py - y) / b) - 1.0) * min(a, b))

    return distance


def leaf(x: float, y: float, length: float, breadth: float, angle: float) -> Distance:
    """The intersection of two circles."""
    c, s = np.cos(angle), np.sin(angle)
    radius = (length**2 + breadth**2) / (4 * breadth)

    def distance(px: Plane, py: Plane) -> Plane:
        along, across = (px - x) * c + (py - y) * s, -(px - x) * s + (py - y) * c
        return np.asarray(np.hypot(along, np.abs(across) + radius - breadth / 2) - radius)

    return distance


def vase_radius(py: Plane) -> Plane:
    """Radius of the vase at each height: a solid of revolution with a body, a neck and a rim."""
    t = np.clip((py - 108.0) / 142.0, 0.0, 1.0)
    body = 27.0 * np.sin(np.pi * np.clip((t - 0.12) / 0.95, 0.0, 1.0)) ** 1.6
    return np.asarray(19.0 + body + 5.0 * np.exp(-((t / 0.06) ** 2)))


def vase(px: Plane, py: Plane) -> Plane:
    across = px - VASE_X
    foot = py - 252.0 + (across / 13.0) ** 2
    return np.asarray(np.maximum(np.abs(across) - vase_radius(py), np.maximum(108.0 - py, foot)))


def along_book(px: Plane, py: Plane) -> tuple[Plane, Plane]:
    """Coordinates along and across the book, from its center."""
    c, s = np.cos(BOOK_ANGLE), np.sin(BOOK_ANGLE)
    x, y = px - BOOK[0], py - BOOK[1]
    return x * c + y * s, -x * s + y * c


def book(px: Plane, py: Plane) -> Plane:
    along, across = along_book(px, py)
    return np.maximum(np.abs(along) - 68.0, np.abs(across) - 17.0)


def pear(px: Plane, py: Plane) -> Plane:
    """Two ellipses, smoothly blended."""
    belly, top = ellipse(404.0, 218.0, 41.0, 38.0)(px, py), ellipse(411.0, 163.0, 19.0, 22.0)(px, py)
    blend = np.clip(0.5 + (top - belly) / 60.0, 0.0, 1.0)
    return np.asarray(top + (belly - top) * blend - 30.0 * blend * (1.0 - blend))


# From the back to the front; labels 0 and 1 are the wall and the table.
SHAPES = (
    Shape(2, leaf(128.0, 62.0, 104.0, 30.0, -1.50), (128.0, 62.0)),
    Shape(2, leaf(89.0, 72.0, 100.0, 28.0, 0.83), (89.0, 72.0)),
    Shape(2, leaf(167.0, 73.0, 104.0, 28.0, -0.72), (167.0, 73.0)),
    Shape(3, vase, (VASE_X, 190.0)),
    Shape(4, book, BOOK),
    Shape(5, ellipse(331.0, 205.0, 44.0, 43.0), (331.0, 205.0)),
    Shape(6, pear, (405.0, 205.0)),
)
SHADOWS = ((134.0, 252.0, 74.0, 9.0), (266.0, 275.0, 84.0, 10.0), (340.0, 249.0, 60.0, 9.0), (412.0, 255.0, 58.0, 9.0))
