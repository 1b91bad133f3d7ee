"""Pieces that face each other across a stroke: whoever drew it said that they are of different objects."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.image.paths import SIDE, Paths
from frenemy.affinity.image.stroke_lines import StrokeLines

_EVERY = 2  # pixels along a stroke
_ENDS = 4  # pixels at each end that say nothing: a border may turn there


def drawn_apart(lines: StrokeLines, pieces: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Pairs of pieces on the two sides of strokes, once for every place where they are.

    Parameters
    ----------
    lines : StrokeLines
    pieces : (h, w) int32

    Returns
    -------
    (n_pairs, 2) int32
        Of different pieces.
    """
    if not len(lines.pixels):
        return np.zeros((0, 2), np.int32)
    paths = Paths(lines.shape[1], lines.offsets, lines.pixels)
    at = np.arange(len(lines.pixels))
    is_inner = (at - paths.first >= _ENDS) & (paths.last - at >= _ENDS) & ((at - paths.first) % _EVERY == 0)
    right, left = paths.beside(pieces, SIDE), paths.beside(pieces, -SIDE)
    is_between = is_inner & (right != left)
    return np.stack((right[is_between], left[is_between]), axis=1)
