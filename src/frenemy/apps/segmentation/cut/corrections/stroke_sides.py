"""The superpixels on both sides of each stroke."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.affinity.image import StrokeLines
from frenemy.affinity.image.wires.paths import Paths
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.problem.array_types import Bools, Floats32

_BESIDE = 3.0  # pixels from a stroke to the samples on its sides
_PER_PIXEL = 0.03  # of a stroke: log-odds that make up for being one pixel shorter


@dataclass(frozen=True, eq=False)
class StrokeSides:
    """A stroke and the superpixels beside it.

    Attributes
    ----------
    left, right : (n_pieces,) bool
        No superpixel is on both sides.
    points : (n_pixels, 2) float32
        Of the stroke: x and y.
    """

    left: Bools
    right: Bools
    points: Floats32


def stroke_sides(pieces: Pieces, lines: StrokeLines, edge: Floats32) -> list[StrokeSides]:
    """The sides of all strokes that have two. Long strokes along strong edges come first, however they were drawn.

    Parameters
    ----------
    edge : (h, w) float32
        Log-odds of an object boundary at each pixel, without strokes.
    """
    if not len(lines.pixels):
        return []
    paths = Paths(lines.shape[1], lines.offsets, lines.pixels)
    beside = [paths.beside(pieces.labels, distance) for distance in (-_BESIDE, _BESIDE)]
    under = np.asarray(paths.mean(edge.ravel()[lines.pixels]) + _PER_PIXEL * paths.lengths)
    found = []
    for k in np.argsort(-under, kind="stable").tolist():  # equal ones are in the order of the strokes, which are sorted
        steps = slice(int(lines.offsets[k]), int(lines.offsets[k + 1]))
        left, right = (np.isin(np.arange(pieces.n), side[steps]) for side in beside)
        both = left & right
        if (left & ~both).any() and (right & ~both).any():
            found.append(StrokeSides(left & ~both, right & ~both, paths.points[steps]))
    return found
