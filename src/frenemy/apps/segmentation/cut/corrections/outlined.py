"""How much of the objects is drawn: densely drawn pictures are segmented by their strokes."""

from __future__ import annotations

import numpy as np

from frenemy import _core
from frenemy.affinity.image import StrokeLines
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.array_types import Floats, Floats32, Ints, Ints32

_NEAR = 4.0  # pixels: a border this close to a stroke is drawn
_FRAME = 0.3  # weight of the edge of the picture in the outline of an object, where nobody draws
_FOLLOWING = 0.06, 0.12  # share of the strokes along automatic borders: from corrections to outlines
_ALONG = 0.12, 0.3  # length of the strokes along automatic borders, in diagonals of the picture: from few to enough
_MANY = 1.5, 3.5  # strokes: from few to enough
_MISSED = 0.05, 0.1  # share of the strokes elsewhere: from automatic borders that are right to others
_WEAK = 0.1, 0.3  # share of weak automatic borders: from clean pictures, where they are right, to others
_COMPLETE = 0.6, 0.75  # share of the automatic borders that is drawn: from some to all there are
_ALL, _HARDLY = 0.8, 0.1  # share of an outline that must be drawn: for corrections, for outlines
_LIKELY = -0.5  # mean log-odds of an edge: two of three borders above this are those of objects


def outlining(automatic: LabelMap, edge: Floats32, lines: StrokeLines, joins: StrokeLines) -> float:
    """What strokes mean, from where they are: they correct the automatic segmentation, 0, or outline objects, 1.

    Who corrects draws where a border is missing. Who outlines follows borders that are there, too. In a clean picture,
    where nearly all automatic borders are strong, strokes that all follow them confirm them, until all is drawn.

    Parameters
    ----------
    automatic : (h, w) int32
    edge : (h, w) float32
        Log-odds of an object boundary at each pixel.
    lines : StrokeLines
    joins : StrokeLines
        Automatic borders under them are none.
    """
    _, _, border, first, second = _core.region_borders(_joined(automatic, joins))
    if not len(first) or not len(lines.pixels):
        return 0.0
    at_border = np.zeros(automatic.shape, bool)
    at_border.flat[first] = at_border.flat[second] = True
    following = float((_core.distance_to(at_border)[0].ravel()[lines.pixels] <= _NEAR).mean())
    along = following * len(lines.pixels) / float(np.hypot(*automatic.shape))
    strength = np.bincount(border, np.maximum(edge.flat[first], edge.flat[second])) / np.bincount(border)
    weak = float((strength <= _LIKELY)[border].mean())
    followed = float(_is_drawn(lines, first, second).mean())
    is_other = max(_ramp(1.0 - following, _MISSED), _ramp(weak, _WEAK), _ramp(followed, _COMPLETE))
    is_enough = min(_ramp(along, _ALONG), _ramp(float(lines.n_strokes), _MANY))
    return _ramp(following, _FOLLOWING) * is_enough * is_other


def _joined(automatic: LabelMap, joins: StrokeLines) -> LabelMap:
    """The automatic regions, where those under one join are one."""
    name = np.arange(int(automatic.max()) + 1, dtype=np.int32)
    for pixels in joins.each:
        under = np.unique(name[automatic.flat[pixels]])
        name[np.isin(name, under)] = under[0]
    return np.asarray(np.unique(name, return_inverse=True)[1].astype(np.int32)[automatic])


def _ramp(value: float, ends: tuple[float, float]) -> float:
    return min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0])))


def with_outlined(pieces: Pieces, region: Ints, objects: Ints32, lines: StrokeLines, certainty: float) -> Ints:
    """The region of each superpixel, where those objects of which enough is drawn replace what is there.

    Parameters
    ----------
    pieces : Pieces
    region : (n_pieces,) int
    objects : (n_pieces,) int32
        What strokes and their continuations alone enclose.
    lines : StrokeLines
    certainty : float
        From 0, nearly all of an outline must be drawn, to 1, hardly any.
    """
    drawn, outline = _outlines(objects[pieces.labels], lines)
    is_outlined = drawn >= (_ALL + certainty * (_HARDLY - _ALL)) * outline
    after = np.where(is_outlined[objects], objects + region.max() + 1, region)
    return np.asarray(np.unique(after, return_inverse=True)[1])


def _outlines(objects: Ints32, lines: StrokeLines) -> tuple[Floats, Floats]:
    """The length of the outline of each object that is drawn, and the whole length."""
    n = int(objects.max()) + 1
    u, v, border, first, second = _core.region_borders(objects)
    is_drawn = _is_drawn(lines, first, second).astype(float)
    frame = np.concatenate((objects[0], objects[-1], objects[:, 0], objects[:, -1]))
    drawn: Floats = np.zeros(n)
    total: Floats = _FRAME * np.bincount(frame, minlength=n).astype(float)
    for side in (u[border], v[border]):
        drawn += np.bincount(side, is_drawn, minlength=n)
        total += np.bincount(side, minlength=n)
    return drawn, total


def _is_drawn(lines: StrokeLines, first: Ints32, second: Ints32) -> Ints:
    near = (_core.distance_to(lines.is_drawn)[0] <= _NEAR).ravel()
    return np.asarray(near[first] | near[second])
