"""One photo searched for faces: from the bytes of its file to faces with thumbnails, or to the reason why not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frenemy.apps.faces.face import Describer, Face, Found, NotSearched
from frenemy.apps.faces.photo import UprightPhoto, read_photo
from frenemy.apps.faces.thumbnail import thumbnail


@dataclass(frozen=True, eq=False)
class Searched:
    """What came of one photo: its size and faces, or the reason why there are none to be had."""

    photo: str
    size: tuple[int, int] = (0, 0)
    faces: tuple[Face, ...] = ()
    reason: str | None = None


def search_photo(photo: str, data: bytes, describer: Describer) -> Searched:
    """Search the photo of this id, which is in the bytes of a file. What depends on the bytes alone is no error.

    Examples
    --------
    >>> from frenemy.apps.faces import DlibFaces
    >>> from frenemy.apps.faces.photo_search import search_photo
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
        raise ValueError(f"the describer must give a row of finite numbers per face, got {found.embedding!r}")
    left, top, right, bottom = (float(corner) for corner in found.box)
    if not (-np.inf < left < right < np.inf and -np.inf < top < bottom < np.inf):
        raise ValueError(f"the describer must give boxes as left, top, right, bottom, got {found.box!r}")
    return Face(
        id=f"{photo}-{number}",
        photo=photo,
        box=upright.box_in_photo((left, top, right, bottom)),
        landmarks=tuple(upright.point_in_photo(point) for point in found.landmarks),
        confidence=float(found.confidence),
        embedding=embedding,
        thumbnail=thumbnail(upright.pixels, (left, top, right, bottom)),
    )
