"""The pixels inside polygons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats, Ints

_FARTHEST = 1e9  # from the picture, for arithmetic without overflow
_BLOCK = 4_000_000  # crossings of edges and rows at once, for memory


def pixels_within(rings: Sequence[npt.ArrayLike], height: int, width: int) -> tuple[Ints, Ints]:
    """Row and column of each pixel whose center is within an odd number of the rings, in a picture of that size.

    Parameters
    ----------
    rings : sequence of (n, 2)
        x and y in corners of pixels: the center of the first pixel is at ``(0.5, 0.5)``. The last point is joined to
        the first.
    """
    starts = [_points(ring) for ring in rings]
    left, top, right, bottom = _window(starts, height, width)
    height, width = bottom - top, right - left
    flips = np.zeros((height, width + 1), np.int32)
    for start in starts:
        start = start - (left, top)
        stop = np.roll(start, -1, axis=0)
        # Rows whose centers an edge crosses, without its lower end, so that each corner counts once.
        ends = np.stack((np.minimum(start[:, 1], stop[:, 1]), np.maximum(start[:, 1], stop[:, 1])))
        first, last = np.clip(np.ceil(ends - 0.5), 0, height).astype(np.int64)
        n_rows = last - first
        until = np.cumsum(n_rows)
        for block in np.split(np.arange(len(start)), np.searchsorted(until, np.arange(_BLOCK, until[-1], _BLOCK))):
            edge = np.repeat(block, n_rows[block])
            row = (
                first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(n_rows[block]) - n_rows[block], n_rows[block])
            )
            (x0, y0), (x1, y1) = start[edge].T, stop[edge].T
            crossing = x0 + (row + 0.5 - y0) * ((x1 - x0) / (y1 - y0))
            np.add.at(flips, (row, np.clip(np.ceil(crossing - 0.5), 0, width).astype(np.int64)), 1)
    row, column = np.nonzero(np.cumsum(flips, axis=1)[:, :width] % 2)
    return row + top, column + left


def _window(rings: list[Floats], height: int, width: int) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the bounding box of the rings within the picture."""
    points = np.concatenate([np.empty((0, 2)), *rings])
    if not len(points):
        return 0, 0, 0, 0
    low = np.clip(np.floor(points.min(axis=0)), 0, (width, height))
    high = np.clip(np.ceil(points.max(axis=0)), low, (width, height))
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _points(ring: npt.ArrayLike) -> Floats:
    try:
        points = np.array(ring, np.float64)
    except (TypeError, ValueError, OverflowError):
        points = np.empty(0)
    if points.ndim != 2 or points.shape[1] != 2 or not (np.abs(points) <= _FARTHEST).all():
        raise ValueError(f"a ring must be a list of points, each of two finite numbers, at most {_FARTHEST:g}")
    return points
