"""How much of the objects is drawn: densely drawn pictures are segmented by their strokes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.image import StrokeLines
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.io.images.objects.label_runs import LabelMap
from frenemy.problem.array_types import Bools, Floats32, Ints, Ints32

_FRAME = 0.3  # weight of the edge of the picture in the outline of an object, where nobody draws
_FOLLOWING = 0.06, 0.12  # share of the strokes along automatic borders: from corrections to outlines
_ALONG = 0.12, 0.3  # length of the strokes along automatic borders, in diagonals of the picture: from few to enough
_MANY = 1.5, 3.5  # strokes: from few to enough
_DOUBTFUL = 0.05, 0.15  # share of doubtful automatic borders: from clean pictures, where they are right, to others
_INSIDE = 6.0  # pixels from a border
_STRONGEST = 0.99  # quantile of the edges inside regions
_CLEAR = 0.5  # log-odds: a border is doubtful unless it is this much stronger than edges inside regions
_MOST, _HARDLY = 0.6, 0.1  # share of an outline that must be drawn: for corrections, for outlines
_HIDDEN = 0.1  # share of an outline: clear automatic borders inside an object that are longer stay
_UNSEEN = 0.2  # share of an outline where it cuts a region: so much of that may be neither drawn nor seen
_REST = 0.5  # share of a region that outlined objects replace: what is left of it goes to its neighbors
_OVER_STROKES = 0.01  # weight of borders under strokes when that is done


@dataclass(frozen=True, eq=False)
class Outlining:
    """What strokes mean, from where they are.

    Who corrects draws where a border is missing. Who outlines follows borders that are there, too. In a clean picture,
    where nearly all automatic borders are much stronger than the edges between them, strokes that follow them confirm
    them.

    Attributes
    ----------
    certainty : float
        From 0, strokes correct the automatic segmentation, to 1, they outline objects.
    is_near : (h, w) bool
        Where a border is drawn, as there is a stroke nearby.
    undrawn : (n, 2) int32
        Pixels on the two sides of clear automatic borders that are not drawn.
    automatic : (h, w) int32
        The automatic regions.
    is_plain : (h, w) bool
        Where there is no stronger edge than inside regions.
    """

    certainty: float
    is_near: Bools
    undrawn: Ints32
    automatic: LabelMap
    is_plain: Bools

    @classmethod
    def of(cls, automatic: LabelMap, edge: Floats32, lines: StrokeLines, joins: StrokeLines, reach: float) -> Outlining:
        """From strokes on the work grid.

        Parameters
        ----------
        automatic : (h, w) int32
        edge : (h, w) float32
            Log-odds of an object boundary at each pixel.
        lines : StrokeLines
        joins : StrokeLines
            Automatic borders under them are none.
        reach : float
            Pixels from a stroke to a border that it draws.
        """
        automatic = _joined(automatic, joins)
        _, _, border, first, second = _core.region_borders(automatic)
        if not len(first) or not len(lines.pixels):
            none = np.zeros((0, 2), np.int32)
            return cls(0.0, lines.is_drawn, none, automatic, np.zeros(automatic.shape, bool))
        at_border = np.zeros(automatic.shape, bool)
        at_border.flat[first] = at_border.flat[second] = True
        distance = _core.distance_to(at_border)[0]
        following = float((distance.ravel()[lines.pixels] <= reach).mean())
        along = following * len(lines.pixels) / float(np.hypot(*automatic.shape))
        is_enough = min(_ramp(along, _ALONG), _ramp(float(lines.n_strokes), _MANY))
        strength = np.bincount(border, np.maximum(edge.flat[first], edge.flat[second])) / np.bincount(border)
        inside = edge[distance > _INSIDE]
        strongest = float(np.quantile(inside, _STRONGEST)) if len(inside) else -np.inf
        is_clear = (strength > strongest + _CLEAR)[border]
        is_near = _core.distance_to(lines.is_drawn)[0] <= reach
        is_undrawn = is_clear & ~is_near.flat[first] & ~is_near.flat[second]
        return cls(
            _ramp(following, _FOLLOWING) * is_enough * _ramp(float((~is_clear).mean()), _DOUBTFUL),
            is_near,
            np.stack((first, second), axis=1)[is_undrawn],
            automatic,
            edge <= strongest,
        )

    def replace(self, pieces: Pieces, region: Ints, objects: Ints32) -> Ints:
        """The region of each superpixel, where those objects of which enough is drawn replace what is there.

        Parameters
        ----------
        pieces : Pieces
        region : (n_pieces,) int
        objects : (n_pieces,) int32
            What strokes and their continuations alone enclose.
        """
        is_outlined = self._is_outlined(objects[pieces.labels])[objects]
        replaced = np.bincount(region, pieces.area * is_outlined) / np.bincount(region, pieces.area)
        is_rest = ~is_outlined & (replaced > _REST)[region]
        after = _grown(pieces, np.where(is_outlined, objects + region.max() + 1, region), is_rest)
        return np.asarray(np.unique(after, return_inverse=True)[1])

    def _is_outlined(self, objects: Ints32) -> Bools:
        """Of each object of an (h, w) map."""
        n = int(objects.max()) + 1
        u, v, border, first, second = _core.region_borders(objects)
        is_drawn = self.is_near.flat[first] | self.is_near.flat[second]
        frame = np.concatenate((objects[0], objects[-1], objects[:, 0], objects[:, -1]))
        is_cut = self.automatic.flat[first] == self.automatic.flat[second]
        is_unseen = is_cut & ~is_drawn & self.is_plain.flat[first] & self.is_plain.flat[second]
        drawn, cut, unseen = np.zeros(n), np.zeros(n), np.zeros(n)
        outline = _FRAME * np.bincount(frame, minlength=n)
        for side in (u[border], v[border]):
            drawn += np.bincount(side, is_drawn, minlength=n)
            cut += np.bincount(side, is_cut, minlength=n)
            unseen += np.bincount(side, is_unseen, minlength=n)
            outline += np.bincount(side, minlength=n)
        one, other = objects.ravel()[self.undrawn].T
        hidden = np.bincount(one[one == other], minlength=n)
        is_enough = drawn >= (_MOST + self.certainty * (_HARDLY - _MOST)) * outline
        is_right = (1.0 - self.certainty) * hidden <= _HIDDEN * outline
        is_right &= (1.0 - self.certainty) * unseen <= _UNSEEN * cut
        return np.asarray(is_enough & is_right)


def _joined(automatic: LabelMap, joins: StrokeLines) -> LabelMap:
    """The automatic regions, where those under one join are one."""
    name = np.arange(int(automatic.max()) + 1, dtype=np.int32)
    for pixels in joins.each:
        under = np.unique(name[automatic.flat[pixels]])
        name[np.isin(name, under)] = under[0]
    return np.asarray(np.unique(name, return_inverse=True)[1].astype(np.int32)[automatic])


def _ramp(value: float, ends: tuple[float, float]) -> float:
    return min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0])))


def _grown(pieces: Pieces, region: Ints, is_free: Bools) -> Ints:
    """Regions that grow over free superpixels: each goes to the one with which it has the longest border."""
    after, n = region.copy(), int(region.max()) + 1
    is_free = is_free.copy()
    length = pieces.length * np.where(pieces.is_drawn, _OVER_STROKES, 1.0)
    while True:
        is_front = is_free[pieces.u] != is_free[pieces.v]
        if not is_front.any():
            return after
        free, taken = (np.where(is_free[pieces.u] == free, pieces.u, pieces.v)[is_front] for free in (True, False))
        pairs, border = np.unique(free.astype(np.int64) * n + after[taken], return_inverse=True)
        longest = pairs[np.argsort(np.bincount(border, length[is_front]), kind="stable")]
        after[longest // n] = longest % n  # the longest is assigned last
        is_free[free] = False
