"""Parts of the picture that strokes enclose: every path out of them crosses a stroke."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.affinity.image import Stroke
from frenemy.apps.segmentation.drawn_strokes import Pixels, ridge
from frenemy.io.images.objects.label_runs import LabelMap, LabelRuns

MIN_PART = 0.0001  # share of the picture: smaller parts are drawing noise


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
        1, 2, ... for parts that strokes separate; 0 under strokes and in parts that are too small. None if there is
        only one part.
    n_parts : int
    """

    pixels: Pixels
    nearness: npt.NDArray[np.float32]
    parts: LabelMap | None
    n_parts: int


def enclosures(strokes: Sequence[Stroke], shape: tuple[int, int]) -> Enclosures:
    """The parts between strokes; gaps narrower than the strokes are closed."""
    pixels, nearness = ridge(strokes, shape)
    if not len(pixels):
        return Enclosures(pixels, nearness, None, 1)
    drawn = np.zeros(shape, np.int32)
    drawn.flat[pixels] = 1
    regions, n_regions = _core.connected_regions(drawn)
    # Parts grow up to the middle of the strokes later on, so smaller ones are accepted here.
    is_part = LabelRuns.of(regions).areas(n_regions) >= MIN_PART / 4 * regions.size
    is_part[regions.flat[pixels]] = False
    n_parts = int(is_part.sum())
    if n_parts < 2:
        return Enclosures(pixels, nearness, None, 1)
    names = np.where(is_part, np.cumsum(is_part), 0).astype(np.int32)
    return Enclosures(pixels, nearness, names[regions], n_parts)
