"""What strokes enclose: parts of the picture that no way leads out of but across a stroke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.drawn_strokes import Pixels, line_pixels, ridge
from frenemy.apps.segmentation.label_runs import LabelMap

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
    least = LEAST * shape[0] * shape[1]
    parts, n_parts = _parts(pixels, shape, least)
    lines = np.unique(np.concatenate([line_pixels(stroke, shape) for stroke in strokes]))
    narrow, n_narrow = _parts(lines, shape, least)
    # What is enclosed but all under broad strokes is a part, too.
    is_seen = np.zeros(n_narrow + 1, bool)
    is_seen[np.unique(narrow[parts > 0])] = True
    is_seen[0] = True
    for hidden in np.flatnonzero(~is_seen):
        n_parts += 1
        parts[narrow == hidden] = n_parts
    return Enclosures(pixels, nearness, parts if n_parts > 1 else None, n_parts)


def _parts(pixels: Pixels, shape: tuple[int, int], least: float) -> tuple[LabelMap, int]:
    """The parts between pixels that are drawn, from 1; 0 for what is drawn or too small."""
    drawn = np.zeros(shape, np.int32)
    drawn.flat[pixels] = 1
    regions, n_regions = _core.connected_regions(drawn)
    is_part = np.bincount(regions.ravel(), minlength=n_regions) >= least
    is_part[regions.flat[pixels]] = False
    names = np.where(is_part, np.cumsum(is_part), 0).astype(np.int32)
    return names[regions], int(is_part.sum())
