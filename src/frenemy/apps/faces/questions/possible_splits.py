"""People who may be two."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.apps.faces.questions.contrast import chance, contrast, grouped
from frenemy.apps.faces.questions.cuts import possible_cuts
from frenemy.apps.faces.questions.placed_faces import PlacedFaces

#: A person may be two if the contrast between both sides is above this, plus that much of chance.
SPLIT_ABOVE, SPLIT_CHANCE = 0.5, 0.65


class Cut(NamedTuple):
    """A cut of a person.

    Attributes
    ----------
    side : (n_side,) intp
        The nodes of the smaller side.
    excess : float
        The contrast between both sides, less the limit above which the person may be two.
    """

    side: npt.NDArray[np.intp]
    excess: float


def possible_splits(placed: PlacedFaces) -> dict[int, Cut]:
    """The best cut of each person that may be two."""
    cuts = {person: best_cut(placed, person) for person in range(len(placed.members))}
    return {person: cut for person, cut in cuts.items() if cut is not None and cut.excess > 0.0}


def best_cut(placed: PlacedFaces, person: int) -> Cut | None:
    """The cut of a person with the highest contrast; None if corrections forbid every cut, or there is one face."""
    nodes = placed.members[person]
    points = placed.points[nodes]
    best: Cut | None = None
    for side in possible_cuts(points, placed.units(nodes)):
        groups = grouped(points, side.astype(np.int32))
        found = contrast(groups[:1], groups[1:], apart=placed.apart, spread=placed.spread)
        limit = SPLIT_ABOVE + SPLIT_CHANCE * chance(groups.size[:1], groups.size[1:])
        excess = float((found - limit)[0])
        if best is None or excess > best.excess:
            is_smaller = groups.size[1] < groups.size[0] or (groups.size[0] == groups.size[1] and not side[0])
            best = Cut(nodes[side if is_smaller else ~side], excess)
    return best
