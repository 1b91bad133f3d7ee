"""How much of the objects is drawn: densely drawn pictures are segmented by their strokes."""

from __future__ import annotations

import numpy as np

from frenemy import _core
from frenemy.affinity.image import StrokeLines
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.array_types import Floats, Ints, Ints32

_NEAR = 4.0  # pixels: a border this close to a stroke is drawn
_FRAME = 0.3  # weight of the edge of the picture in the outline of an object, where nobody draws
_FOLLOWING = 0.25, 0.4  # share of the strokes that follows automatic borders: few do, many do
_FOLLOWED = 0.03, 0.06  # share of the automatic borders that strokes follow: few are, many are
_ALL, _HARDLY = 1.0, 0.1  # share of an outline that must be drawn: if nothing tells an outline, if all does


def outlining(automatic: LabelMap, lines: StrokeLines) -> float:
    """From 0, strokes correct a segmentation, to 1, they outline objects whether or not a border is there already.

    Who corrects draws where a border is missing. Who outlines follows borders that are there, too.
    """
    _, _, _, first, second = _core.region_borders(automatic)
    if not len(first) or not len(lines.pixels):
        return 0.0
    at_border = np.zeros(automatic.shape, bool)
    at_border.flat[first] = at_border.flat[second] = True
    following = (_core.distance_to(at_border)[0].ravel()[lines.pixels] <= _NEAR).mean()
    followed = _is_drawn(lines, first, second).mean()
    return _ramp(float(following), _FOLLOWING) * _ramp(float(followed), _FOLLOWED)


def _ramp(value: float, ends: tuple[float, float]) -> float:
    return min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0])))


def with_outlined(pieces: Ints32, region: Ints, objects: Ints32, lines: StrokeLines, outlining: float) -> Ints:
    """The region of each superpixel, where those objects of which enough is drawn replace what is there.

    Parameters
    ----------
    pieces : (h, w) int32
    region : (n_pieces,) int
    objects : (n_pieces,) int32
        What strokes and their continuations alone enclose.
    outlining : float
        How much the strokes outline objects, 0 to 1.
    """
    outlines = _drawn_outlines(objects[pieces], lines)
    is_outlined = outlines >= _ALL + outlining * (_HARDLY - _ALL)
    after = np.where(is_outlined[objects], objects + region.max() + 1, region)
    return np.asarray(np.unique(after, return_inverse=True)[1])


def _drawn_outlines(objects: Ints32, lines: StrokeLines) -> Floats:
    """The share of the outline of each object that is drawn."""
    n = int(objects.max()) + 1
    u, v, border, first, second = _core.region_borders(objects)
    drawn = _is_drawn(lines, first, second).astype(float)
    frame = np.concatenate((objects[0], objects[-1], objects[:, 0], objects[:, -1]))
    total = _FRAME * np.bincount(frame, minlength=n)
    found = np.zeros(n)
    for side in (u[border], v[border]):
        total += np.bincount(side, minlength=n)
        found += np.bincount(side, drawn, minlength=n)
    return np.asarray(found / np.maximum(total, 1.0))


def _is_drawn(lines: StrokeLines, first: Ints32, second: Ints32) -> Ints:
    near = (_core.distance_to(lines.is_drawn)[0] <= _NEAR).ravel()
    return np.asarray(near[first] | near[second])
