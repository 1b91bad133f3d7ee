"""Small pieces of a picture whose borders lie where borders of objects may be."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy import _core

Floats = npt.NDArray[np.float32]

_SPACING = 8  # pixels between pieces
_DRAWN = 20.0  # log-odds of a border under a stroke: above all that is only seen
_FROM, _MOST = 2.0, 6.0  # a wire raises the odds of the pixels that it goes through, by its own odds


def superpixels(edge: Floats, wires: Floats, is_drawn: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """Watersheds of the odds of a border, from one place in each cell of a grid.

    Parameters
    ----------
    edge : (h, w) float32
        Log-odds of a border at each pixel.
    wires : (h, w) float32
        Log-odds of the likeliest wire through each.
    is_drawn : (h, w) bool

    Returns
    -------
    (h, w) int32
        ``0..n-1``; each piece is connected, and none goes through a line of strokes, unless the line cuts off less
        than a cell of the grid.
    """
    height = edge + np.where(wires > -1.0, np.clip(wires + np.float32(_FROM), 0.0, _MOST), np.float32(0.0))
    height[is_drawn] = _DRAWN
    return _core.watershed(height, _core.grid_minima(height, _SPACING)) - 1
