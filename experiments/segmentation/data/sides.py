"""The two sides of every stroke, as pixels near it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from experiments.segmentation.data.edges import Strokes

NEAR, FAR = 1.5, 5.0  # pixels from the stroke


def sides(shape: tuple[int, ...], stroke: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Flat pixels left and right of a stroke; pixels nearest to one of its ends are on neither side."""
    from scipy.spatial import cKDTree

    line = _dense(stroke)
    if len(line) < 3:
        return np.empty(0, np.intp), np.empty(0, np.intp)
    low = np.clip(np.floor(line.min(axis=0) - FAR).astype(int), 0, None)
    high = np.clip(np.ceil(line.max(axis=0) + FAR).astype(int) + 1, None, (shape[1], shape[0]))
    x, y = (axis.ravel() for axis in np.meshgrid(*(np.arange(a, b) for a, b in zip(low, high, strict=True))))
    distance, nearest = cKDTree(line).query(np.stack([x, y], axis=1), distance_upper_bound=FAR)
    kept = (distance >= NEAR) & (distance < FAR) & (nearest > 0) & (nearest < len(line) - 1)
    x, y, nearest = x[kept], y[kept], nearest[kept]
    along = line[nearest + 1] - line[nearest - 1]
    side = along[:, 0] * (y - line[nearest, 1]) - along[:, 1] * (x - line[nearest, 0])
    flat = y * shape[1] + x
    return flat[side < 0], flat[side > 0]


def sides_of_pieces(piece: npt.NDArray[np.intp], strokes: Strokes) -> list[set[int]]:
    """For each piece of a picture the sides it is on: ``i + 1`` left of stroke ``i``, ``-(i + 1)`` right of it."""
    flat = piece.ravel()
    n = int(flat.max()) + 1
    found: list[set[int]] = [set() for _ in range(n)]
    for number, stroke in enumerate(strokes):
        left, right = (np.bincount(flat[pixels], minlength=n) for pixels in sides(piece.shape, stroke))
        for sign, most, least in ((1, left, right), (-1, right, left)):
            for at in np.flatnonzero((most >= 4) & (most > 3 * least)):
                found[at].add(sign * (number + 1))
    return found


def _dense(stroke: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stroke, axis=0).T))])
    at = np.linspace(0.0, along[-1], max(2, int(np.ceil(along[-1])) + 1))
    return np.stack([np.interp(at, along, stroke[:, 0]), np.interp(at, along, stroke[:, 1])], axis=1)
