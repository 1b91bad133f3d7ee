"""The cheapest border between two groups of superpixels of one region."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.apps.segmentation.cut.corrections.pieces import Pieces
from frenemy.binary import BinaryEnergy, qpbo
from frenemy.problem.array_types import Bools, Floats, Floats32, Ints

_WEAK = -3.0  # log-odds of an edge below which a border costs more and more per pixel
_PER_UNIT = 8.0  # pixels of border that cost as much as one unit of log-odds
_SHORT = 0.01  # cost per pixel of border, however strong the edge: of two equal ones the shorter is taken
_FIXED = 1e5  # cost of a seed on the wrong side


@dataclass(frozen=True, eq=False)
class RegionCuts:
    """Cuts of one region in two.

    Attributes
    ----------
    pieces : Pieces
    inside : (n,) int
        The superpixels of the region.
    u, v : (n_pairs,) int
        Positions in ``inside`` of those that share a border.
    cost : (n_pairs,) float64
        Of that border: high where there is no edge.
    """

    pieces: Pieces
    inside: Ints
    u: Ints
    v: Ints
    cost: Floats

    @classmethod
    def of(cls, pieces: Pieces, region: Bools) -> RegionCuts:
        inside = np.flatnonzero(region)
        at = np.full(pieces.n, -1)
        at[inside] = np.arange(len(inside))
        pairs = region[pieces.u] & region[pieces.v]
        cost = np.logaddexp(0.0, _WEAK - pieces.strength[pairs]) / _PER_UNIT + _SHORT
        return cls(pieces, inside, at[pieces.u[pairs]], at[pieces.v[pairs]], cost * pieces.length[pairs])

    def cheapest(self, one: Bools, other: Bools) -> Bools:
        """(n_pieces,): the side of ``one``, by maximum flow; superpixels that could be on both are on the other."""
        n = len(self.inside)
        unary = np.zeros((n, 2))
        unary[:, 0] = _FIXED * other[self.inside]
        unary[:, 1] = _FIXED * one[self.inside]
        tables = np.zeros((len(self.u), 2, 2))
        tables[:, 0, 1] = tables[:, 1, 0] = self.cost
        found = qpbo(BinaryEnergy(n, unary=unary, u=self.u, v=self.v, tables=tables), weak=False)
        side = np.zeros(self.pieces.n, bool)
        side[self.inside[found.labels == 0]] = True
        return side

    def cheapest_near(self, one: Bools, other: Bools, points: Floats | Floats32, radius: float) -> Bools:
        """The same, where all that is farther than ``radius`` from the points is on the other side."""
        is_point = np.zeros(self.pieces.labels.shape, bool)
        is_point[_pixels(points)] = True
        far = _core.distance_to(is_point)[0][_pixels(self.pieces.center)] > radius
        return self.cheapest(one, (other | far) & ~one)

    def cost_of(self, side: Bools) -> float:
        """Of the border of a side within the region."""
        at = side[self.inside]
        return float(self.cost[at[self.u] != at[self.v]].sum())


def _pixels(points: Floats | Floats32) -> tuple[Ints, Ints]:
    """Rows and columns of points within the grid."""
    x, y = np.rint(points).astype(np.int64).T
    return y, x
