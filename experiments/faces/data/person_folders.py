"""Photographs in one folder per person, with the paper's descriptor: SIFT at nine points of the face."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from frenemy.apps.faces.photos.face_points import aligned_points, face_points
from frenemy.apps.faces.photos.sift_descriptor import SCALES, sift_descriptor
from harness.progress import print_note, with_progress

ENDINGS = frozenset((".pgm", ".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp"))
MAX_PHOTOS = 25  # of a person: the pairs of more would not be clustered in minutes by all methods
SMALL_SIDE = 200  # pixels: what is smaller is enlarged to see faces
LARGEST_SIDE = 640  # pixels: what is larger is reduced to it first

Points = npt.NDArray[np.float64]
#: Gray pixels to the points of the face on them.
FindPoints = Callable[[npt.NDArray[np.uint8]], Points]


@dataclass(frozen=True)
class PersonFolders:
    """A folder with one folder per person, and the settings of the descriptor.

    Attributes
    ----------
    path : Path
    cache : Path
        Where to keep what was computed from it.
    is_aligned : bool
        Whether points are where they are on average, without a look for the face.
    scales : tuple of float
        Sides of the windows that are described.
    """

    path: Path
    cache: Path
    is_aligned: bool = False
    scales: tuple[float, ...] = SCALES

    @property
    def missing(self) -> str | None:
        """Why it cannot be measured here, or None."""
        if not self.path.is_dir():
            return f"there is no folder {self.path}"
        absent = [module for module in ("cv2", "PIL", "sklearn") if find_spec(module) is None]
        return f"{' and '.join(absent)} not installed" if absent else None


def described(folders: PersonFolders) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.str_]]:
    """Descriptors and names, (n, d) and (n,), with a cache."""
    found = list(_photographs(folders.path))
    if not found:
        raise ValueError(f"{folders.path} must hold a folder of photographs for each person, and has none")
    kept = folders.cache / f"{folders.path.name}-{_digest(found, folders)}.npz"
    if kept.exists():
        with np.load(kept) as file:
            return file["descriptors"], file["names"]
    points_of = _points_as_cut if folders.is_aligned else _points_finder()
    rows, names = [], []
    for name, path in with_progress(found, f"describing {folders.path.name}"):
        try:
            rows.append(_descriptor(path, points_of, folders.scales))
        except (OSError, ValueError) as error:
            print_note(f"{path} skipped: {error}")
            continue
        names.append(name)
    folders.cache.mkdir(parents=True, exist_ok=True)
    np.savez(kept, descriptors=np.array(rows), names=np.array(names))
    return np.array(rows), np.array(names)


def _photographs(folder: Path) -> Iterator[tuple[str, Path]]:
    """Names and files, at most ``MAX_PHOTOS`` of each person."""
    for person in sorted(path for path in folder.iterdir() if path.is_dir()):
        photographs = sorted(path for path in person.iterdir() if path.suffix.lower() in ENDINGS)
        steps = np.linspace(0, len(photographs) - 1, min(len(photographs), MAX_PHOTOS)).round().astype(int)
        yield from ((person.name, photographs[at]) for at in steps)


def _digest(found: list[tuple[str, Path]], folders: PersonFolders) -> str:
    has_landmarks = find_spec("dlib") is not None and not folders.is_aligned
    content = "\n".join(f"{name}/{path.name} {path.stat().st_size}" for name, path in found) + str(has_landmarks)
    content += "" if folders.scales == SCALES else str(folders.scales)
    return hashlib.blake2b(content.encode(), digest_size=8).hexdigest()


def _descriptor(path: Path, points_of: FindPoints, scales: tuple[float, ...]) -> npt.NDArray[np.float32]:
    from PIL import Image, ImageOps

    with Image.open(path) as picture:
        upright = ImageOps.exif_transpose(picture).convert("L")
    upright.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
    pixels = np.asarray(upright, np.uint8)
    return sift_descriptor(pixels, points_of(pixels), scales=scales, upright=False)


def _points_as_cut(pixels: npt.NDArray[np.uint8]) -> Points:
    return aligned_points(pixels.shape)


def _points_finder() -> FindPoints:
    """By dlib's five landmarks if it is installed and finds a face; else their average positions."""
    models = find_spec("face_recognition_models")
    if find_spec("dlib") is None or models is None or models.origin is None:
        return _points_as_cut
    import dlib

    detect = dlib.get_frontal_face_detector()
    landmarks_of = dlib.shape_predictor(
        str(Path(models.origin).parent / "models" / "shape_predictor_5_face_landmarks.dat")
    )

    def points(pixels: npt.NDArray[np.uint8]) -> Points:
        boxes = detect(pixels, int(min(pixels.shape) < SMALL_SIDE))
        if not boxes:
            return aligned_points(pixels.shape)
        middle = np.array(pixels.shape[::-1]) / 2.0
        nearest = min(boxes, key=lambda box: np.hypot(*(np.array((box.center().x, box.center().y)) - middle)))
        found = landmarks_of(pixels, nearest)
        return face_points([(found.part(at).x, found.part(at).y) for at in range(5)])

    return points
