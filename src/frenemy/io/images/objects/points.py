"""Points of a picture."""

from __future__ import annotations

Point = tuple[float, float]


def is_inside(point: Point, shape: tuple[int, int]) -> bool:
    """Whether ``(x, y)`` is within a picture of this height and width; (0, 0) is the center of the first pixel."""
    return -0.5 <= point[0] <= shape[1] - 0.5 and -0.5 <= point[1] <= shape[0] - 0.5  # false for nan
