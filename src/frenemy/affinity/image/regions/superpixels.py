"""Superpixels whose borders follow likely object boundaries."""

from __future__ import annotations

import numpy as np

from frenemy import _core
from frenemy.problem.array_types import Bools, Floats32, Ints32

_SPACING = 8  # pixels between seeds
_STROKE_LOG_ODDS = 20.0  # of a boundary under a stroke: above all detected ones
_WIRE_OFFSET, _MAX_WIRE = 2.0, 6.0  # a wire adds its log-odds plus the offset to its pixels, up to the maximum


def superpixels(edge: Floats32, wires: Floats32, is_drawn: Bools) -> Ints32:
    """Watershed of the boundary log-odds, with one seed in each cell of a grid.

    Parameters
    ----------
    edge : (h, w) float32
        Log-odds of an object boundary at each pixel.
    wires : (h, w) float32
        Log-odds of the likeliest live wire through each pixel.
    is_drawn : (h, w) bool
        Whether a stroke passes through each pixel.

    Returns
    -------
    (h, w) int32
        ``0..n-1``. Superpixels are connected and do not cross strokes, unless the stroke cuts off less than a grid
        cell.
    """
    height = edge + np.where(wires > -1.0, np.clip(wires + np.float32(_WIRE_OFFSET), 0.0, _MAX_WIRE), np.float32(0.0))
    height[is_drawn] = _STROKE_LOG_ODDS
    return _core.watershed(height, _core.grid_minima(height, _SPACING)) - 1
