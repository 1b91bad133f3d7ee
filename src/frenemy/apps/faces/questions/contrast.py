"""How far apart two groups of faces lie, beyond what the faces of one person do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Floats, Ints

#: The weight of the usual spread, in faces: few faces say little about how widely a person lies.
_USUAL_FACES = 6.0


@dataclass(frozen=True, eq=False)
class Groups:
    """Groups of faces: their sizes, centers, and sums of squared distances from the center."""

    size: Ints
    center: Floats
    scatter: Floats

    def __getitem__(self, at: slice | npt.NDArray[np.integer[Any]]) -> Groups:
        return Groups(self.size[at], self.center[at], self.scatter[at])


def grouped(points: Floats, labels: npt.NDArray[np.integer[Any]]) -> Groups:
    """The groups of these labels, ``0..k-1``; ``points`` are (n, d)."""
    size = np.bincount(labels)
    center = np.zeros((len(size), points.shape[1]))
    np.add.at(center, labels, points)
    center /= size[:, None]
    away = np.square(points - center[labels]).sum(axis=1)
    return Groups(size, center, np.bincount(labels, away).astype(np.float64))


def contrast(one: Groups, other: Groups, *, apart: float, spread: float) -> Floats:
    """The squared distance between the centers of two groups, as far as their spread does not explain it.

    Both spreads are taken together with the usual one, since groups of few faces do not show theirs.

    Parameters
    ----------
    one, other : Groups
        Row by row, n_pairs each.
    apart : float
        Squared distance between the centers of two people, the unit of the result.
    spread : float
        Usual squared distance of a face from the center of its person.

    Returns
    -------
    (n_pairs,) float64

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces.questions.contrast import contrast, grouped
    >>> groups = grouped(np.array([[0.0], [0.2], [1.0], [1.2]]), np.array([0, 0, 1, 1]))
    >>> contrast(groups[:1], groups[1:], apart=1.0, spread=0.01)
    array([0.995])
    """
    between = np.square(one.center - other.center).sum(axis=-1)
    size, scatter = one.size + other.size, one.scatter + other.scatter
    inside = (_USUAL_FACES * spread + scatter) / (_USUAL_FACES + size - 2)
    found = between + one.scatter / one.size + other.scatter / other.size - 2.0 * inside
    return np.asarray(found / apart)


def chance(one: Ints, other: Ints) -> Floats:
    """How far the centers of two groups of one person may lie apart by chance, relative to two single faces' 1.41."""
    return np.asarray(np.sqrt(1.0 / one + 1.0 / other))
