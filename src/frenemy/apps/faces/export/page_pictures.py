"""Which faces a page shows if not all of them fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from frenemy.apps.faces.photos.face import Faces


def pictures_within(
    faces: Faces, doubtful: Sequence[int], members: Sequence[Sequence[int]], max_bytes: int
) -> frozenset[int]:
    """As many faces as fit: the most typical one of each person, the doubtful ones, then more of each person in turn.

    Parameters
    ----------
    faces : Faces
    doubtful : faces, the least certain first
    members : faces of each person, the most typical one first
    max_bytes : int
        Size of all thumbnails in base64.

    Examples
    --------
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.export.page_pictures import pictures_within
    >>> faces = faces_from_embeddings([[0.0]] * 4, thumbnails=[b"x" * 300] * 4)
    >>> sorted(pictures_within(faces, [3], [[0, 1, 2], [3]], 900))
    [0, 3]
    """
    shown: set[int] = set()
    left = max_bytes
    for face in _in_turn(doubtful, members):
        size = len(faces.faces[face].thumbnail) * 4 // 3
        if face not in shown and size <= left:
            shown.add(face)
            left -= size
    return frozenset(shown)


def _in_turn(doubtful: Sequence[int], members: Sequence[Sequence[int]]) -> Iterator[int]:
    rounds = list(zip_longest(*members))
    yield from (face for face in (rounds[0] if rounds else ()) if face is not None)
    yield from doubtful
    for turn in rounds[1:]:
        yield from (face for face in turn if face is not None)
