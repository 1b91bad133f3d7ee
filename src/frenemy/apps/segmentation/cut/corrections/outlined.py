"""How much of the objects is drawn: densely drawn pictures are segmented by their strokes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.image import StrokeLines
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.array_types import Floats, Floats32, Ints, Ints32

_NEAR = 4.0  # pixels: a border this close to a stroke is drawn
_FRAME = 0.3  # weight of the edge of the picture in the outline of an object, where nobody draws
_FOLLOWING = 0.08, 0.12  # share of the strokes along automatic borders: from corrections to outlines
_MISSED = 0.05, 0.1  # share of the strokes elsewhere: from automatic borders that are right to others
_WEAK = 0.4, 0.6  # share of weak automatic borders: from those that are right to others
_FOLLOWED = 0.05, 0.07  # share of the automatic borders that is drawn: from few to enough
_ALONG = 0.35, 0.5  # length of the strokes along automatic borders, in diagonals of the picture: from few to enough
_COMPLETE = 0.6, 0.75  # share of the automatic borders that is drawn: from some to all there are
_ALL, _HARDLY = 0.8, 0.1  # share of an outline that must be drawn: for corrections, for outlines
_LIKELY = -0.5  # mean log-odds of an edge: two of three borders above this are those of objects
_STRONG = 0.0  # mean log-odds of an edge: three of four borders above this are those of objects
_DRAWN_ELSE = 3.0  # the same if all there are is drawn: such a border would have been drawn as well


@dataclass(frozen=True)
class Outlining:
    """What strokes mean.

    Attributes
    ----------
    certainty : float
        From 0, strokes correct the automatic segmentation, to 1, they outline objects.
    completeness : float
        From 0, much is left to be drawn, to 1, all is drawn.
    """

    certainty: float
    completeness: float


def outlining(automatic: LabelMap, edge: Floats32, lines: StrokeLines) -> Outlining:
    """What strokes mean, from where they are.

    Who corrects draws where a border is missing. Who outlines follows borders that are there, too. If every stroke
    follows a border that is there, and most borders are strong, all that was drawn so far confirms the automatic
    segmentation, until all is drawn.

    Parameters
    ----------
    automatic : (h, w) int32
    edge : (h, w) float32
        Log-odds of an object boundary at each pixel.
    lines : StrokeLines
    """
    _, _, border, first, second = _core.region_borders(automatic)
    if not len(first) or not len(lines.pixels):
        return Outlining(0.0, 0.0)
    at_border = np.zeros(automatic.shape, bool)
    at_border.flat[first] = at_border.flat[second] = True
    following = float((_core.distance_to(at_border)[0].ravel()[lines.pixels] <= _NEAR).mean())
    followed = float(_is_drawn(lines, first, second).mean())
    along = following * len(lines.pixels) / float(np.hypot(*automatic.shape))
    strength = np.bincount(border, np.maximum(edge.flat[first], edge.flat[second])) / np.bincount(border)
    weak = float((strength <= _LIKELY)[border].mean())
    completeness = _ramp(followed, _COMPLETE)
    is_enough = max(_ramp(followed, _FOLLOWED), _ramp(along, _ALONG))
    is_wrong = max(_ramp(1.0 - following, _MISSED), _ramp(weak, _WEAK))
    return Outlining(_ramp(following, _FOLLOWING) * max(is_enough * is_wrong, completeness), completeness)


def _ramp(value: float, ends: tuple[float, float]) -> float:
    return min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0])))


def with_outlined(pieces: Pieces, region: Ints, objects: Ints32, lines: StrokeLines, meant: Outlining) -> Ints:
    """The region of each superpixel, where those objects of which enough is drawn replace what is there.

    Parameters
    ----------
    pieces : Pieces
    region : (n_pieces,) int
    objects : (n_pieces,) int32
        What strokes and their continuations alone enclose.
    lines : StrokeLines
    meant : Outlining
    """
    drawn, outline = _outlines(objects[pieces.labels], lines)
    is_outlined = drawn >= (_ALL + meant.certainty * (_HARDLY - _ALL)) * outline
    inside = _parts(pieces, region, objects, _STRONG + meant.completeness * _DRAWN_ELSE)
    after = np.where(is_outlined[objects], inside + region.max() + 1, region)
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


def _parts(pieces: Pieces, region: Ints, objects: Ints32, strong: float) -> Ints:
    """The objects, divided by the strong borders between regions within them."""
    one, other = region[pieces.u], region[pieces.v]
    _, border = np.unique(np.minimum(one, other) * (region.max() + 1) + np.maximum(one, other), return_inverse=True)
    length = np.where(pieces.is_drawn, 0.0, pieces.length)
    strength = np.bincount(border, pieces.strength * length) / np.maximum(np.bincount(border, length), 1e-9)
    part = np.unique(objects * (region.max() + 1) + region, return_inverse=True)[1]
    is_open = (objects[pieces.u] == objects[pieces.v]) & (strength[border] <= strong)
    name = np.arange(part.max() + 1)
    for first, second in np.unique(np.stack((part[pieces.u], part[pieces.v]), axis=1)[is_open], axis=0):
        name[name == name[second]] = name[first]
    return np.asarray(name[part])


def _is_drawn(lines: StrokeLines, first: Ints32, second: Ints32) -> Ints:
    near = (_core.distance_to(lines.is_drawn)[0] <= _NEAR).ravel()
    return np.asarray(near[first] | near[second])
