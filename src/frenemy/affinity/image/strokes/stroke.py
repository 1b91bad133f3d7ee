"""A stroke: a hand-drawn piece of the boundary between two objects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.array_types import Floats
from frenemy.problem.checked_arrays import number, numbers

_MAX_COORDINATE = 1e9  # pixels: keeps interpolated points accurate to half a pixel


@dataclass(frozen=True, eq=False)
class Stroke:
    """An open polyline with a width that separates two different objects.

    Points are ``(x, y)``, x to the right and y down; ``(0, 0)`` is the center of the top left pixel, so a picture of
    W by H pixels spans -0.5 to W - 0.5 and -0.5 to H - 0.5. A stroke may leave the picture.

    Attributes
    ----------
    points : (n, 2) float64
        At least one point; coordinates within -1e9 to 1e9. A read-only copy.
    width : float
        In pixels, above 0. The boundary lies somewhere under the stroke.

    Examples
    --------
    >>> import frenemy as fr
    >>> stroke = fr.affinity.image.Stroke([[2, 3], [2, 7], [5, 7]])
    >>> stroke
    Stroke(3 points from (2, 3) to (5, 7), width=3)
    >>> stroke.length
    7.0
    """

    points: Floats
    width: float = 3.0

    def __post_init__(self) -> None:
        points = np.array(numbers(self.points, "points"))
        if points.ndim != 2 or points.shape[1] != 2 or not len(points):
            raise ValueError(f"points must be one or more rows of x and y, got shape {points.shape}")
        bad = np.argwhere(~np.isfinite(points))
        if len(bad):
            raise ValueError(f"points must be finite, got {points[tuple(bad[0])]} at point {bad[0][0]}")
        far = np.argwhere(np.abs(points) > _MAX_COORDINATE)
        if len(far):
            raise ValueError(f"points must be within -1e9 to 1e9, got {points[tuple(far[0])]} at point {far[0][0]}")
        width = number(self.width)
        if not 0.0 < width < np.inf:
            raise ValueError(f"width must be above 0 and finite, got {self.width!r}")
        if width > _MAX_COORDINATE:
            raise ValueError(f"width must be at most 1e9, got {self.width!r}")
        points.flags.writeable = False
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "width", width)

    @property
    def length(self) -> float:
        """Length of the polyline in pixels; 0 for a single point."""
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())

    def clipped(self, shape: tuple[int, ...]) -> Stroke | None:
        """The stroke within a picture of shape ``(height, width, ...)``; None if it lies outside.

        The ends outside the picture are cut off. Other parts outside are moved to the nearest point of the picture's
        edge, so one stroke stays one stroke.
        """
        low, high = np.array([-0.5, -0.5]), np.array([shape[1] - 0.5, shape[0] - 0.5])
        points = _with_crossings(self.points, low, high)
        # Computed crossings may lie outside by a rounding error.
        slack = 1e-9 * (1.0 + np.abs(points).max())
        inside = np.flatnonzero(np.all((points >= low - slack) & (points <= high + slack), axis=1))
        if not len(inside):
            return None
        kept = np.clip(points[inside[0] : inside[-1] + 1], low, high)
        return Stroke(kept, self.width)

    def scaled(self, fx: float, fy: float) -> Stroke:
        """The same stroke on a grid with ``fx`` times as many columns and ``fy`` times as many rows."""
        factors = np.array([fx, fy], dtype=np.float64)
        width = min(self.width * float(np.sqrt(factors.prod())), _MAX_COORDINATE)
        points = np.clip((self.points + 0.5) * factors - 0.5, -_MAX_COORDINATE, _MAX_COORDINATE)
        return Stroke(points, width)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stroke):
            return NotImplemented
        return self.width == other.width and np.array_equal(self.points, other.points)

    def __hash__(self) -> int:
        # 0.0 and -0.0 are equal, so they must have the same hash.
        return hash(((self.points + 0.0).tobytes(), self.width))

    def __repr__(self) -> str:
        ends = [f"({x:g}, {y:g})" for x, y in self.points[[0, -1]]]
        many = len(self.points) > 1
        where = f"{len(self.points)} points from {ends[0]} to {ends[1]}" if many else f"1 point at {ends[0]}"
        return f"Stroke({where}, width={self.width:g})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Stroke, (np.array(self.points), self.width)


def as_strokes(value: Iterable[Any], name: str = "stroke") -> tuple[Stroke, ...]:
    """Convert Strokes and polylines, in any mixture, to Strokes.

    Parameters
    ----------
    value : iterable
        Each item is a :class:`Stroke` or (n, 2) points: an array or a list of ``[x, y]``. A single :class:`Stroke` is
        accepted, too.
    name : str
        What an error calls one of them.

    Examples
    --------
    >>> from frenemy.affinity.image import Stroke, as_strokes
    >>> as_strokes([Stroke([[1, 1]]), [[0, 0], [4, 4]]])
    (Stroke(1 point at (1, 1), width=3), Stroke(2 points from (0, 0) to (4, 4), width=3))
    """
    if isinstance(value, Stroke):
        return (value,)
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise ValueError(f"{name}s must be a list of {name}s, got {value!r}")
    strokes = list(value)
    if strokes and all(not isinstance(one, Stroke) and np.shape(one) == (2,) for one in strokes):
        raise ValueError(
            f"{name}s must be a list of {name}s, got points: for one {name}, write [[(x, y), (x, y), ...]]"
        )
    return tuple(_as_stroke(one, f"{name} {at}") for at, one in enumerate(strokes))


def _as_stroke(value: Any, place: str) -> Stroke:
    if isinstance(value, Stroke):
        return value
    try:
        return Stroke(value)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _with_crossings(points: Floats, low: Floats, high: Floats) -> Floats:
    """The polyline with a point wherever it crosses one of the four lines that bound the picture."""
    shares = [np.zeros((len(points) - 1, 1))]
    steps = np.diff(points, axis=0)
    for axis in (0, 1):
        for bound in (low[axis], high[axis]):
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                share = (bound - points[:-1, axis]) / steps[:, axis]
            shares.append(np.where((share > 0.0) & (share < 1.0), share, 0.0)[:, None])
    along = np.sort(np.concatenate(shares, axis=1), axis=1)
    is_new = np.diff(along, axis=1, prepend=-1.0) > 0.0
    cut = points[:-1, None] + along[:, :, None] * steps[:, None]
    return np.concatenate((cut[is_new], points[-1:]))
