"""The superpixels that corrections move between regions: their borders, areas and colors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.image import Appearance, StrokeLines
from frenemy.problem.array_types import Bools, Floats, Ints, Ints32

DRAWN = 6.0  # log-odds of an object boundary under a stroke
_MIN_VARIANCE = 1e-5  # of colors


@dataclass(frozen=True, eq=False)
class Pieces:
    """Superpixels of the work grid, of which none crosses a stroke.

    Attributes
    ----------
    labels : (h, w) int32
        ``0..n-1``.
    u, v : (n_borders,) int32
        Superpixels that share a border.
    length : (n_borders,) float64
        Of the border, in pixels.
    strength : (n_borders,) float64
        Mean log-odds of an object boundary along the border; ``DRAWN`` under strokes.
    area : (n,) float64
        In pixels.
    center : (n, 2) float64
        x and y.
    colors, squares : (n, 3) float64
        Sums of the colors and of their squares.
    """

    labels: Ints32
    u: Ints32
    v: Ints32
    length: Floats
    strength: Floats
    area: Floats
    center: Floats
    colors: Floats
    squares: Floats

    @classmethod
    def of(cls, appearance: Appearance, lines: StrokeLines, labels: Ints32) -> Pieces:
        """From superpixels; ``lines`` are the strokes on the work grid."""
        edge = np.where(lines.is_drawn, np.float32(DRAWN), appearance.edge).ravel()
        u, v, border, first, second = _core.region_borders(labels)
        length = np.bincount(border, minlength=len(u)).astype(float)
        total = np.bincount(border, np.maximum(edge[first], edge[second]), minlength=len(u))
        piece = labels.ravel()
        area = np.bincount(piece).astype(float)
        y, x = np.divmod(np.arange(labels.size), labels.shape[1])
        channels = appearance.lab.reshape(-1, 3).T.astype(float)

        def sums(*values: Floats | Ints) -> Floats:
            return np.stack([np.bincount(piece, one) for one in values], axis=1)

        center = sums(x, y) / area[:, None]
        return cls(
            labels, u, v, length, total / length, area, center, sums(*channels), sums(*(one**2 for one in channels))
        )

    @property
    def n(self) -> int:
        return len(self.area)

    def commonest(self, regions: Ints32) -> Ints:
        """(n,): the region that has most of each superpixel, of an (h, w) map ``0..k-1``."""
        k = int(regions.max()) + 1
        keys, counts = np.unique(self.labels.ravel().astype(np.int64) * k + regions.ravel(), return_counts=True)
        order = np.lexsort((keys, -counts, keys // k))
        piece = keys[order] // k
        return np.asarray((keys[order] % k)[np.concatenate(([True], piece[1:] != piece[:-1]))])

    def contrast(self, one: Bools, other: Bools) -> float:
        """How far apart the mean colors of two sets of superpixels are, in units of their deviations."""
        means, variances = zip(*(self._color(of) for of in (one, other)), strict=True)
        return float(np.sqrt(((means[0] - means[1]) ** 2 / (variances[0] + variances[1] + _MIN_VARIANCE)).sum()))

    def _color(self, of: Bools) -> tuple[Floats, Floats]:
        area = self.area[of].sum()
        mean = self.colors[of].sum(axis=0) / area
        return mean, np.maximum(self.squares[of].sum(axis=0) / area - mean**2, _MIN_VARIANCE)

    def between(self, one: Bools, other: Bools) -> Bools:
        """(n_borders,): the borders between two sets of superpixels."""
        return np.asarray((one[self.u] & other[self.v]) | (other[self.u] & one[self.v]))

    @property
    def is_drawn(self) -> Bools:
        """(n_borders,): whether most of a border is under strokes."""
        return np.asarray(self.strength > DRAWN / 2.0)

    def mean_strength(self, borders: Bools) -> float:
        """Of some borders, without the parts under strokes; 0 if all is drawn."""
        free = borders & ~self.is_drawn
        length = self.length[free]
        return float((self.strength[free] * length).sum() / length.sum()) if len(length) else 0.0
