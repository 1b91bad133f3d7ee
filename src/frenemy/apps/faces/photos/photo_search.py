"""Find the faces in one photo: from the bytes of its file to faces with thumbnails, or the reason for skipping it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.apps.faces.photos.face import Describer, Face, Found, NotSearched
from frenemy.apps.faces.photos.photo import UprightPhoto, read_photo
from frenemy.apps.faces.photos.thumbnail import thumbnail


@dataclass(frozen=True, eq=False)
class Searched:
    """The result for one photo: its size and faces, or the reason for skipping it."""

    photo: str
    size: tuple[int, int] = (0, 0)
    faces: tuple[Face, ...] = ()
    reason: str | None = None


def search_photo(photo: str, data: bytes, describer: Describer) -> Searched:
    """Find the faces of a photo, given by its id and bytes. A damaged photo gives a reason, not an error.

    Examples
    --------
    >>> from frenemy.apps.faces import DlibFaces
    >>> from frenemy.apps.faces.photos.photo_search import search_photo
    >>> search_photo("0a", b"", DlibFaces()).reason
    'is empty'
    """
    try:
        upright = read_photo(data)
    except ValueError as error:
        return Searched(photo, reason=" ".join(str(error).split()))
    try:
        found = describer(upright.pixels)
    except NotSearched as error:
        return Searched(photo, reason=" ".join(str(error).split()))
    return Searched(photo, upright.size, tuple(_face(photo, i, upright, one) for i, one in enumerate(found)))


def _face(photo: str, number: int, upright: UprightPhoto, found: Found) -> Face:
    embedding = np.array(found.embedding, np.float32)
    if embedding.ndim != 1 or not np.isfinite(embedding).all():
        raise ValueError(f"the describer must return finite embeddings of one dimension, got {found.embedding!r}")
    left, top, right, bottom = (float(corner) for corner in found.box)
    if not (-np.inf < left < right < np.inf and -np.inf < top < bottom < np.inf):
        raise ValueError(f"the describer must return boxes (left, top, right, bottom), got {found.box!r}")
    return Face(
        id=f"{photo}-{number}",
        photo=photo,
        box=upright.box_in_photo((left, top, right, bottom)),
        landmarks=tuple(upright.point_in_photo(point) for point in found.landmarks),
        confidence=float(found.confidence),
        embedding=embedding,
        thumbnail=thumbnail(upright.pixels, (left, top, right, bottom)),
    )
