"""A stroke splits the region it runs through."""

from __future__ import annotations

import numpy as np

from frenemy.apps.segmentation.cut.corrections.minimum_cut import RegionCuts
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.apps.segmentation.cut.corrections.stroke_sides import StrokeSides
from frenemy.problem.array_types import Bools, Ints

_LARGE = 0.15  # share of the picture: a larger part must look different or have a strong edge
_CONTRAST = 6.5  # of a part that is the whole picture; less for smaller ones
_EDGE = 0.0  # mean log-odds along a border
_THIN = 8.0  # pixels: the mean width of a strip between a stroke and a border beside it
_ALONG = 0.15  # of the length of a stroke: so much of a strip is beside one region ...
_BESIDE = 0.25  # ... or of the outline of the strip, where that is short
_RADIUS = 2.0  # lengths of the stroke: how far a doubtful split reaches


def split(pieces: Pieces, region: Ints, sides: StrokeSides) -> Ints:
    """The region of each superpixel after the stroke; a new one is ``region.max() + 1``.

    Of all borders that separate the two sides of the stroke within their common region, the one along the strongest
    edges is taken. If all that splits off is a strip between the stroke and a border beside it, that border moves. If a
    large part splits off that looks like the rest, along no edge, the split stays near the stroke instead.
    """
    within = _common_region(pieces, region, sides)
    if within is None:
        return region
    cuts = RegionCuts.of(pieces, within)
    part = cuts.cheapest(sides.left & within, sides.right & within)
    if not _is_likely(pieces, part, within & ~part):
        part = _near(cuts, sides, within)
    after = region.copy()
    strip, neighbor = _strip(pieces, region, part, within & ~part, len(sides.points))
    after[strip] = region.max() + 1 if neighbor is None else neighbor
    return after


def _strip(pieces: Pieces, region: Ints, one: Bools, other: Bools, length: int) -> tuple[Bools, int | None]:
    """The smaller part, and the region it goes to: a thin strip beside a border moves that border to the stroke."""
    smaller = min((one, other), key=lambda part: float(pieces.area[part].sum()))
    if pieces.area[smaller].sum() > _THIN * length:
        return smaller, None
    borders = pieces.between(smaller, ~one & ~other) & ~pieces.is_drawn
    outside = np.where(smaller[pieces.u[borders]], pieces.v[borders], pieces.u[borders])
    if not len(outside):
        return smaller, None
    along = np.bincount(region[outside], pieces.length[borders])
    outline = pieces.length[pieces.between(smaller, ~smaller)].sum()
    return smaller, int(along.argmax()) if along.max() >= min(_ALONG * length, _BESIDE * outline) else None


def _common_region(pieces: Pieces, region: Ints, sides: StrokeSides) -> Bools | None:
    """The superpixels of the region that is on both sides of the stroke; None if there is none."""
    n = int(region.max()) + 1
    left, right = (np.bincount(region[of], pieces.area[of], n) for of in (sides.left, sides.right))
    both = np.minimum(left, right)
    found = int(both.argmax())
    return np.asarray(region == found) if both[found] > 0.0 else None


def _is_likely(pieces: Pieces, one: Bools, other: Bools) -> bool:
    """Whether two parts of a region may be objects of their own."""
    share = min(pieces.area[one].sum(), pieces.area[other].sum()) / pieces.labels.size
    if share < _LARGE or pieces.contrast(one, other) > _CONTRAST * share:
        return True
    return pieces.mean_strength(pieces.between(one, other)) > _EDGE


def _near(cuts: RegionCuts, sides: StrokeSides, within: Bools) -> Bools:
    """The cheapest split near the stroke: of the part to its left or of that to its right."""
    left, right = sides.left & within, sides.right & within
    radius = _RADIUS * len(sides.points)
    both = ((left, right), (right, left))
    return min((cuts.cheapest_near(*pair, sides.points, radius) for pair in both), key=cuts.cost_of)
