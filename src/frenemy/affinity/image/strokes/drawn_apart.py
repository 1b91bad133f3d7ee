"""Superpixels on opposite sides of a stroke, which belong to different objects."""

from __future__ import annotations

import numpy as np

from frenemy.affinity.image.strokes.stroke_lines import StrokeLines
from frenemy.affinity.image.wires.paths import SIDE, Paths
from frenemy.problem.array_types import Ints32

_SPACING = 2  # pixels along a stroke between samples
_IGNORED_ENDS = 4  # pixels at each end without samples: the boundary may turn there


def drawn_apart(lines: StrokeLines, pieces: Ints32) -> Ints32:
    """Pairs of superpixels on opposite sides of strokes, once per sample along the stroke.

    Parameters
    ----------
    lines : StrokeLines
    pieces : (h, w) int32

    Returns
    -------
    (n_pairs, 2) int32
        Pairs of different superpixels.
    """
    if not len(lines.pixels):
        return np.zeros((0, 2), np.int32)
    paths = Paths(lines.shape[1], lines.offsets, lines.pixels)
    at = np.arange(len(lines.pixels))
    is_inner = (
        (at - paths.first >= _IGNORED_ENDS) & (paths.last - at >= _IGNORED_ENDS) & ((at - paths.first) % _SPACING == 0)
    )
    right, left = paths.beside(pieces, SIDE), paths.beside(pieces, -SIDE)
    is_between = is_inner & (right != left)
    return np.stack((right[is_between], left[is_between]), axis=1)
