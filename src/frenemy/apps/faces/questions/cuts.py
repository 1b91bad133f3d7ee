"""Ways to cut the faces of a person in two."""

from __future__ import annotations

import numpy as np

from frenemy.problem import Labels
from frenemy.problem.array_types import Bools, Floats, Ints

_MAX_ROUNDS = 30


def possible_cuts(points: Floats, units: Labels) -> list[Bools]:
    """The face farthest from all others, and a few cuts into two groups around two centers.

    Parameters
    ----------
    points : (n, d) float64
    units : (n,) int32
        Faces of one unit are never cut: ``0..k-1``.

    Returns
    -------
    list of (n,) bool
        Which faces are on one side; each cut once, none if there is one unit.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.questions.cuts import possible_cuts
    >>> [side.astype(int) for side in possible_cuts(np.array([[0.0], [0.1], [2.0], [2.2]]), np.arange(4))]
    [array([0, 0, 0, 1]), array([0, 0, 1, 1])]
    """
    n_faces = np.bincount(units)
    if len(n_faces) < 2:
        return []
    sums = np.zeros((len(n_faces), points.shape[1]))
    np.add.at(sums, units, points)
    centers, middle = sums / n_faces[:, None], points.mean(axis=0)
    centered = centers - middle
    away = np.einsum("ij,ij->i", centered, centered)
    farthest = np.arange(len(centers)) == away.argmax()
    axis = np.linalg.svd(np.sqrt(n_faces)[:, None] * centered, full_matrices=False)[2][0]
    starts = [centered @ axis > 0.0, farthest, _nearer(centers, centers[away.argmax()], middle)]
    found = [farthest, *(_settled(centers, n_faces, start) for start in starts)]
    cuts = {(~side if side[0] else side).tobytes(): side for side in found if 0 < side.sum() < len(side)}
    return [side[units] for side in cuts.values()]


def _settled(centers: Floats, n_faces: Ints, side: Bools) -> Bools:
    """Two means (Lloyd 1982): each unit goes to the nearer center, until none changes."""
    for _ in range(_MAX_ROUNDS):
        if not 0 < side.sum() < len(side):
            break
        one, other = (np.average(centers[part], axis=0, weights=n_faces[part]) for part in (side, ~side))
        after = _nearer(centers, one, other)
        if np.array_equal(after, side):
            break
        side = after
    return side


def _nearer(points: Floats, one: Floats, other: Floats) -> Bools:
    return np.asarray(np.square(points - one).sum(axis=1) < np.square(points - other).sum(axis=1))
