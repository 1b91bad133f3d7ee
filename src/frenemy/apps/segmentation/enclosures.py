"""What strokes enclose: parts of the picture that no way leads out of but across a stroke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.drawn_strokes import Pixels, ridge
from frenemy.apps.segmentation.label_runs import LabelMap, LabelRuns

LEAST = 0.0001  # of the picture: a part that is smaller is a slip of the hand


@dataclass(frozen=True, eq=False)
class Enclosures:
    """Strokes on the whole picture, and the parts between them.

    Attributes
    ----------
    pixels : (n,) int64
        Flat indices of all pixels under strokes.
    nearness : (n,) float32
        1 under the middle of a stroke, less towards its sides.
    parts : (height, width) int32, or None
        1, 2, ... for parts that strokes separate; 0 under strokes and in parts that are too small. None if there is but
        one part.
    n_parts : int
    """

    pixels: Pixels
    nearness: npt.NDArray[np.float32]
    parts: LabelMap | None
    n_parts: int


def enclosures(strokes: Sequence[Stroke], shape: tuple[int, int]) -> Enclosures:
    """Gaps between strokes that are narrower than these are closed."""
    pixels, nearness = ridge(strokes, shape)
    if not len(pixels):
        return Enclosures(pixels, nearness, None, 1)
    drawn = np.zeros(shape, np.int32)
    drawn.flat[pixels] = 1
    regions, n_regions = _core.connected_regions(drawn)
    # What is enclosed grows up to the middle of the strokes later on: it may be small as yet.
    is_part = LabelRuns.of(regions).areas(n_regions) >= LEAST / 4 * regions.size
    is_part[regions.flat[pixels]] = False
    n_parts = int(is_part.sum())
    if n_parts < 2:
        return Enclosures(pixels, nearness, None, 1)
    names = np.where(is_part, np.cumsum(is_part), 0).astype(np.int32)
    return Enclosures(pixels, nearness, names[regions], n_parts)
