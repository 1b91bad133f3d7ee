"""Faces as a problem: weights of pairs, and a penalty for one person being twice in a photo."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from frenemy import constraints
from frenemy.affinity.features.feature_problem import feature_problem
from frenemy.apps.faces.people.face_weights import face_weigher
from frenemy.apps.faces.photos.face import Faces
from frenemy.problem import Problem

if TYPE_CHECKING:
    from frenemy.affinity.features.pair_weigher import PairWeigher

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
    """The log-odds of each pair of faces being one person, in nats.

    Up to 2,000 faces all pairs are listed; of more, the relevant ones and a sample of the others
    (:func:`feature_problem`).

    Parameters
    ----------
    faces : Faces
    same_photo : float
        Penalty for two faces in one photo; 0 for none. It is a soft weight, so that two very similar faces, as in
        collages and mirrors, may still be one person.
    weights : PairWeigher, optional
        From embeddings to weights; by default by :func:`face_weigher`.
    seed, threads : int
        For the search for neighbors where there are too many pairs to list them all.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.people.face_problem import face_problem
    >>> faces = faces_from_embeddings([[0.0], [0.3], [0.4]], photos=["a.jpg", "b.jpg", "b.jpg"], describer="dlib")
    >>> face_problem(faces, same_photo=4.0).edges()[2].round(2)
    array([3.51, 1.46, 1.82])
    """
    if not (math.isfinite(same_photo) and same_photo >= 0):
        raise ValueError(f"same_photo must be a finite number of at least 0, got {same_photo}; 0 turns it off")
    rows = (face_weigher(faces, seed=seed) if weights is None else weights).prepare(faces.embeddings)
    problem = feature_problem(rows, seed=seed, threads=threads)
    if same_photo == 0.0:
        return problem
    return constraints.at_most_one_per_group(problem, faces.photo_of_face, weight=same_photo)
