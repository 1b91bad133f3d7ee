"""What two face embeddings say about being the same person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frenemy.affinity.spread_learning import guess_spread_weights
from frenemy.affinity.spread_weights import SpreadWeigher

if TYPE_CHECKING:
    from frenemy.affinity.pair_weigher import PairWeigher
    from frenemy.apps.faces.face import Faces

#: For embeddings of dlib's ResNet. People lie 0.2 to 0.3 about their middles, in studios and in newspapers; the middles
#: of two are hardly ever nearer than 0.35.
DLIB = SpreadWeigher(apart=0.32, spread=0.27, account="what is usual for embeddings of dlib's ResNet")


def face_weigher(faces: Faces, *, seed: int = 0) -> PairWeigher:
    """How the embeddings of these faces become weights.

    Those of :class:`DlibFaces` are known. Of others, how widely a person lies and how far people are apart is guessed
    from the embeddings themselves (:func:`frenemy.affinity.guess_spread_weights`), which takes several people with
    several photos each.

    Examples
    --------
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.face_weights import face_weigher
    >>> face_weigher(faces_from_embeddings([[0.0], [0.1], [5.0], [5.1]])).account
    'guessed from the distances between 4 rows, which show 2 groups of two or more (silhouette 0.98, at most 1)'
    """
    if faces.describer.startswith("dlib"):
        return DLIB
    return guess_spread_weights(faces.embeddings, seed=seed)
