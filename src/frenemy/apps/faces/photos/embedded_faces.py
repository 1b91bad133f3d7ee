"""Faces from a matrix of embeddings."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from frenemy.apps.faces.photos.face import Face, Faces, Photo
from frenemy.problem.checked_arrays import unmasked


def faces_from_embeddings(
    embeddings: npt.ArrayLike,
    *,
    photos: Sequence[str] | None = None,
    thumbnails: Sequence[bytes] | None = None,
    describer: str = "embeddings",
) -> Faces:
    """Faces from a matrix with one embedding per row, of any face recognition model.

    Parameters
    ----------
    embeddings : (n_faces, n_features)
        Finite numbers.
    photos : sequence of n_faces str, optional
        The photo of each face, by path or any other name. By default every face is in its own photo.
    thumbnails : sequence of n_faces bytes, optional
        JPEG pictures of the faces, for the web page.
    describer : str
        Name of the describer that made the embeddings.

    Returns
    -------
    Faces
        In the order of the rows. An id is the hash of the photo's name and the index of the face in the photo.

    Raises
    ------
    ValueError
        If the matrix does not have two dimensions or is not finite, or if lengths differ.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> faces = faces_from_embeddings(np.eye(2), photos=["party.jpg", "party.jpg"])
    >>> [face.id for face in faces.faces]
    ['230c5834ad3c0d9f4db7-0', '230c5834ad3c0d9f4db7-1']
    """
    rows = _checked(embeddings)
    names = [f"row {i}" for i in range(len(rows))] if photos is None else [str(name) for name in photos]
    _check_length("photos", names, len(rows))
    if thumbnails is not None:
        _check_length("thumbnails", thumbnails, len(rows))
    known: dict[str, Photo] = {}
    n_before: dict[str, int] = {}
    faces = []
    for i, (row, name) in enumerate(zip(rows, names, strict=True)):
        photo = hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:20]
        known.setdefault(photo, Photo(photo, (name,), (0, 0)))
        index = n_before[photo] = n_before.get(photo, -1) + 1
        thumbnail = b"" if thumbnails is None else bytes(thumbnails[i])
        faces.append(Face(f"{photo}-{index}", photo, (0.0, 0.0, 0.0, 0.0), (), 1.0, row, thumbnail))
    return Faces(tuple(faces), known, describer)


def _checked(embeddings: npt.ArrayLike) -> npt.NDArray[np.float32]:
    rows = unmasked(embeddings, "embeddings")
    if rows.ndim != 2 or rows.dtype.kind not in "biuf":
        raise ValueError(
            f"embeddings must be numbers, one row per face, got {rows.dtype} of shape {rows.shape}"
            + ("; write [row] for a single face" if rows.ndim == 1 else "")
        )
    with np.errstate(over="ignore"):  # values too large for float32 become infinite and are reported below
        narrow = np.array(rows, np.float32)
    if not np.isfinite(narrow).all():
        i, j = np.argwhere(~np.isfinite(narrow))[0]
        raise ValueError(f"embeddings must be finite, got {rows[i, j]} in row {i}, column {j}; leave out such faces")
    narrow.flags.writeable = False
    return narrow


def _check_length(what: str, values: Sequence[object], n_faces: int) -> None:
    if len(values) != n_faces:
        raise ValueError(f"{what} must have one entry per row of the embeddings, {n_faces}, got {len(values)}")
