"""Faces in photos: data types shared by scanning, clustering, files and web pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Protocol

import numpy as np
import numpy.typing as npt

Box = tuple[float, float, float, float]
Point = tuple[float, float]
Embedding = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Found:
    """One face that a describer found in a picture.

    Parameters
    ----------
    box : (left, top, right, bottom)
        In pixels of the picture; may extend beyond its edges.
    embedding : (n_features,) float32
        Embeddings of the same person are near each other.
    landmarks : points (x, y)
        Five points (corners of the eyes, bottom of the nose), or none.
    confidence : float
        Score of the detector, on its own scale; larger is more certain.
    """

    box: Box
    embedding: Embedding
    landmarks: tuple[Point, ...] = ()
    confidence: float = 1.0


class Describer(Protocol):
    """Finds and embeds the faces of a picture: any callable with a ``name`` that identifies its embeddings.

    Scans are cached under this name, so describers with different embeddings need different names.
    """

    @property
    def name(self) -> str: ...

    def __call__(self, pixels: npt.NDArray[np.uint8], /) -> Sequence[Found]:
        """The faces in an upright (height, width, 3) RGB picture, in an order that depends on the picture alone."""
        ...


class NotSearched(ValueError):
    """Raised by a describer that cannot process a picture: it is skipped, with the message as the reason."""


@dataclass(frozen=True, eq=False)
class Face:
    """One face in one photo.

    Parameters
    ----------
    id : str
        ``"<photo id>-<index>"``; stable over scans with the same describer as long as the photo does not change.
    photo : str
        Id of the photo.
    box : (left, top, right, bottom)
        Pixels of the upright photo.
    landmarks : points (x, y)
        Five points, or none.
    confidence : float
        Score of the detector.
    embedding : (n_features,) float32
        Embeddings of the same person are near each other.
    thumbnail : bytes
        A small square JPEG, or empty.
    """

    id: str
    photo: str
    box: Box
    landmarks: tuple[Point, ...]
    confidence: float
    embedding: Embedding
    thumbnail: bytes


@dataclass(frozen=True, eq=False)
class Photo:
    """One photo, which may have several files with the same bytes.

    Parameters
    ----------
    id : str
        The first 20 hexadecimal digits of the SHA-256 sum of its bytes.
    paths : tuple of str
        All files with these bytes, relative to the scanned folder, with ``/``, sorted.
    size : (width, height)
        In pixels, upright.
    """

    id: str
    paths: tuple[str, ...]
    size: tuple[int, int]


@dataclass(frozen=True)
class Skipped:
    """A file or folder that was skipped, and why."""

    path: str
    reason: str


@dataclass(frozen=True, eq=False)
class Faces:
    """Faces and the photos they are in, in the order of the photos' first paths.

    Parameters
    ----------
    faces : tuple of Face
    photos : mapping from photo id to Photo
        May include photos without faces.
    describer : str
        Name of the describer that made the embeddings.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> faces = faces_from_embeddings(np.eye(3), photos=["a.jpg", "b.jpg", "a.jpg"])
    >>> len(faces), faces.embeddings.shape, faces.photo_of_face.tolist()
    (3, (3, 3), [0, 1, 0])
    """

    faces: tuple[Face, ...]
    photos: Mapping[str, Photo]
    describer: str = field(default="embeddings")

    def __post_init__(self) -> None:
        object.__setattr__(self, "photos", MappingProxyType(dict(self.photos)))
        seen: dict[str, int] = {}
        for i, face in enumerate(self.faces):
            if face.photo not in self.photos:
                raise ValueError(f"face {face.id} is in photo {face.photo}, which is not in photos")
            if face.id in seen:
                raise ValueError(f"faces {seen[face.id]} and {i} have the same id {face.id}")
            seen[face.id] = i
            if face.embedding.shape != self.faces[0].embedding.shape:
                raise ValueError(
                    f"embeddings must have the same length, got {self.faces[0].embedding.shape} of face "
                    f"{self.faces[0].id} and {face.embedding.shape} of face {face.id}"
                )

    def __len__(self) -> int:
        return len(self.faces)

    @cached_property
    def embeddings(self) -> npt.NDArray[np.float32]:
        """(n_faces, n_features) float32."""
        rows = np.array([face.embedding for face in self.faces], np.float32).reshape(
            len(self), len(self.faces[0].embedding) if self.faces else 0
        )
        rows.flags.writeable = False
        return rows

    @cached_property
    def photo_of_face(self) -> npt.NDArray[np.int32]:
        """(n_faces,) int32: faces with equal numbers are in the same photo; 0, 1, ... by first appearance."""
        numbers: dict[str, int] = {}
        codes = np.array([numbers.setdefault(face.photo, len(numbers)) for face in self.faces], np.int32)
        codes.flags.writeable = False
        return codes

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each face by id."""
        return MappingProxyType({face.id: i for i, face in enumerate(self.faces)})

    def path_of(self, face: Face) -> str:
        """The first path of the photo that a face is in."""
        return self.photos[face.photo].paths[0]

    def __reduce__(self) -> tuple[type[Faces], tuple[tuple[Face, ...], dict[str, Photo], str]]:
        return Faces, (self.faces, dict(self.photos), self.describer)  # a mapping proxy cannot be pickled
