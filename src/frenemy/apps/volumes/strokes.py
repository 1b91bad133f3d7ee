"""The voxels under a stroke."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from frenemy.problem.array_types import Ints
from frenemy.problem.checked_arrays import shown


def stroke_voxels(stroke: Any, at: int, shape: tuple[int, ...]) -> Ints:
    """The voxels along the line through the points of a stroke, (n, axes), sorted; ``at`` names it in errors."""
    try:
        points = np.asarray(stroke, np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"stroke {at} must be points, got {shown(stroke)}") from None
    if points.ndim == 1:
        points = points[None]
    if points.ndim != 2 or points.shape[1] != len(shape) or not len(points):
        raise ValueError(f"stroke {at} must be points with {len(shape)} coordinates, got shape {points.shape}")
    outside = ~((points > -0.5) & (points < np.array(shape) - 0.5)).all(axis=1)
    if outside.any():
        raise ValueError(f"stroke {at} must lie in the volume of shape {shape}, got {points[outside][0].tolist()}")
    line = [points[:1]]
    for begin, end in pairwise(points):
        n = int(np.ceil(np.abs(end - begin).max())) + 1
        line.append(begin + (end - begin) * np.linspace(0.0, 1.0, n)[:, None])
    return np.unique(np.rint(np.concatenate(line)).astype(np.int64), axis=0)
