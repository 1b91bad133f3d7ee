"""From distances of face embeddings to weights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frenemy.affinity.features.spread_learning import guess_spread_weights
from frenemy.affinity.features.spread_weights import SpreadWeigher

if TYPE_CHECKING:
    from frenemy.affinity.features.pair_weigher import PairWeigher
    from frenemy.apps.faces.photos.face import Faces

#: For embeddings of dlib's ResNet. Faces of a person are 0.2 to 0.3 from their mean, in studios and in newspapers; the
#: means of two people are hardly ever nearer than 0.35.
DLIB = SpreadWeigher(apart=0.32, spread=0.27, account="what is usual for embeddings of dlib's ResNet")


def face_weigher(faces: Faces, *, seed: int = 0) -> PairWeigher:
    """The weights of these embeddings.

    For :class:`DlibFaces` they are known. For others, the spread within a person and the distance between people are
    estimated from the embeddings themselves (:func:`frenemy.affinity.guess_spread_weights`), which needs several people
    with several photos each.

    Examples
    --------
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.people.face_weights import face_weigher
    >>> face_weigher(faces_from_embeddings([[0.0], [0.1], [5.0], [5.1]])).account
    'guessed from the distances between 4 rows, which show 2 groups of two or more (silhouette 0.98, at most 1)'
    """
    if faces.describer.startswith("dlib"):
        return DLIB
    return guess_spread_weights(faces.embeddings, seed=seed)


def face_scale(faces: Faces, weigher: PairWeigher, *, seed: int = 0) -> SpreadWeigher:
    """How widely a person lies and how far apart two do, as the weights know it; guessed if they do not."""
    return weigher if isinstance(weigher, SpreadWeigher) else guess_spread_weights(faces.embeddings, seed=seed)
