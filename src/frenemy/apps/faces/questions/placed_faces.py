"""The faces that have a person, as points with a scale."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from frenemy.affinity.features.row_distances import row_distances
from frenemy.affinity.features.spread_weights import SpreadWeigher
from frenemy.apps.faces.questions.contrast import grouped
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats

_KNOWN_FACES = 20.0  # the weight of the known spread, in faces


@dataclass(frozen=True, eq=False)
class PlacedFaces:
    """Faces that have a person; they are the nodes of the problem.

    Attributes
    ----------
    problem : Problem
        With corrections as constraints.
    person : (n_nodes,) int32
    points : (n_nodes, d) float64
    apart : float
        Squared distance between the centers of two people.
    spread : float
        Usual squared distance of a face from the center of its person.
    members : tuple of (n_members,) intp
        The nodes of each person.
    """

    problem: Problem
    person: Labels
    points: Floats
    apart: float
    spread: float
    members: tuple[npt.NDArray[np.intp], ...]

    def units(self, nodes: npt.NDArray[np.intp]) -> Labels:
        """Groups of these nodes that corrections hold together, as ``0..k-1``."""
        constraints = self.problem.constraints
        joined = nodes if constraints is None else constraints.joined[nodes]
        return np.unique(joined, return_inverse=True)[1].astype(np.int32)


def placed_faces(
    embeddings: npt.NDArray[np.float32], person: Labels, problem: Problem, weigher: SpreadWeigher
) -> PlacedFaces:
    """One row of embeddings and one person, ``0..k-1``, per node of the problem."""
    rows = row_distances(embeddings, weigher.metric)
    points = rows.rows.astype(np.float64)
    order = np.argsort(person, kind="stable")
    return PlacedFaces(
        problem=problem,
        person=person,
        points=points,
        apart=(weigher.apart / rows.unit) ** 2,
        spread=_usual_spread(points, person, (weigher.spread / rows.unit) ** 2),
        members=tuple(np.split(order, np.cumsum(np.bincount(person))[:-1])) if len(person) else (),
    )


def _usual_spread(points: Floats, person: Labels, known: float) -> float:
    """The known spread, or that of these people if it is larger: press photographs differ more than others."""
    if not len(person):
        return known
    groups = grouped(points, person)
    found = (_KNOWN_FACES * known + groups.scatter.sum()) / (_KNOWN_FACES + (groups.size - 1).sum())
    return max(known, float(found))
