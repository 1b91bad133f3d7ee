"""Corrections one after the other, in an order that does not depend on that of the drawing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from frenemy.affinity.image import Appearance, StrokeLines, drawn_apart
from frenemy.apps.segmentation.cut.corrections.needless import without_needless
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.apps.segmentation.cut.corrections.split import split
from frenemy.apps.segmentation.cut.corrections.stroke_sides import stroke_sides
from frenemy.problem.array_types import Ints


def corrected(
    appearance: Appearance, pieces: Pieces, automatic: Ints, lines: StrokeLines, report: Callable[[float], None]
) -> Ints:
    """The region of each superpixel after all strokes.

    Parameters
    ----------
    appearance : Appearance
    pieces : Pieces
    automatic : (n,) int
        The automatic region of each superpixel.
    lines : StrokeLines
        On the work grid.
    report : callable
        Called with the share done.
    """
    region = automatic
    strokes = stroke_sides(pieces, lines, appearance.edge)
    for done, sides in enumerate(strokes):
        report(done / len(strokes))
        region = split(pieces, region, sides)
    region = np.unique(region, return_inverse=True)[1]
    return without_needless(pieces, region, automatic, drawn_apart(lines, pieces.labels))
