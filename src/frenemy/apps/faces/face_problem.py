"""Faces as a problem: what pairs of them weigh, and that one person is rarely twice in a photo."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from frenemy import constraints
from frenemy.affinity.feature_problem import feature_problem
from frenemy.apps.faces.face import Faces
from frenemy.apps.faces.face_weights import FaceWeigher
from frenemy.problem import Problem

if TYPE_CHECKING:
    from frenemy.affinity.pair_weigher import PairWeigher

#: Odds of about 1 to 55 that two faces in one photo are one person: collages and mirrors exist.
SAME_PHOTO = 4.0


def face_problem(
    faces: Faces,
    *,
    same_photo: float = SAME_PHOTO,
    weights: PairWeigher | None = None,
    seed: int = 0,
    threads: int = 1,
) -> Problem:
    """What speaks for and against each pair of faces being one person, in nats.

    Up to 2,000 faces all pairs are listed; of more, those that matter and some that stand for the rest
    (:func:`feature_problem`).

    Parameters
    ----------
    faces : Faces
    same_photo : float
        How much less two faces in one photo weigh; 0 for not at all. It is a weight like any other, so that two
        faces that are nearly the same, as in collages and mirrors, may still be one person.
    weights : PairWeigher, optional
        How embeddings become weights; by default :class:`FaceWeigher`.
    seed, threads : int
        For the search for neighbors where there are too many pairs to list them all.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.face_problem import face_problem
    >>> faces = faces_from_embeddings([[0.0], [0.3], [0.4]], photos=["a.jpg", "b.jpg", "b.jpg"])
    >>> face_problem(faces, same_photo=4.0).edges()[2].round(2)
    array([3.08, 1.68, 1.88])
    """
    if not (math.isfinite(same_photo) and same_photo >= 0):
        raise ValueError(f"same_photo must be a finite number of at least 0, got {same_photo}; 0 turns it off")
    rows = (FaceWeigher() if weights is None else weights).prepare(faces.embeddings)
    problem = feature_problem(rows, seed=seed, threads=threads)
    if same_photo == 0.0:
        return problem
    return constraints.at_most_one_per_group(problem, faces.photo_of_face, weight=same_photo)
