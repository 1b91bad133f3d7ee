"""Which files are photos: folders are walked, in an order that depends on names alone."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from frenemy.apps.faces.face import Skipped

#: What a folder of people holds besides its pages: the memory of a scan. Folders with it are not walked.
CACHE_NAME = "faces.sqlite"

#: Endings of files that are read; what they are is told by content.
ENDINGS = frozenset(
    f".{ending}"
    for endings in (
        ("jpg", "jpeg", "jpe", "jfif", "mpo", "png", "apng", "gif", "bmp", "dib", "tif", "tiff", "webp"),
        ("avif", "avifs", "jp2", "j2k", "jpc", "jpf", "jpx", "j2c", "ppm", "pgm", "pbm", "pnm"),
    )
    for ending in endings
)

_HEIC = (".heic", ".heif", ".hif")
_RAW = (".cr2", ".cr3", ".crw", ".nef", ".nrw", ".arw", ".srf", ".sr2", ".dng", ".orf", ".raf", ".rw2", ".pef", ".srw")
_OTHER = (".psd", ".psb", ".xcf", ".kra", ".jxl", ".jxr", ".exr", ".hdr", ".tga", ".pcx", ".x3f", ".3fr", ".iiq")
_UNREAD = {
    **dict.fromkeys(_HEIC, "HEIC cannot be read; save it as JPEG first"),
    **dict.fromkeys(_RAW, "a camera's raw file cannot be read; save it as JPEG first"),
    **dict.fromkeys(_OTHER, "such pictures cannot be read; save it as JPEG or PNG first"),
}

Path = str | os.PathLike[str]


@dataclass(frozen=True)
class PhotoFile:
    """One file that may be a photo.

    Attributes
    ----------
    path : str
        From the scanned folder on, with ``/`` between names.
    place : str
        Where it can be opened.
    n_bytes, mtime_ns : int
        Its size, and when it was written last.
    """

    path: str
    place: str
    n_bytes: int
    mtime_ns: int


@dataclass(frozen=True)
class PhotoFiles:
    """Files that may be photos, and what looks like photos but cannot be any; both sorted by path.

    Attributes
    ----------
    root : str
        The folder that paths start from.
    files : tuple of PhotoFile
    skipped : tuple of Skipped
    """

    root: str
    files: tuple[PhotoFile, ...]
    skipped: tuple[Skipped, ...]


def find_photo_files(where: Path | Sequence[Path], *, leave_out: Sequence[Path] = ()) -> PhotoFiles:
    """The photos in a folder and in the folders below it, or in several folders and files.

    Hidden files and folders (``.name``), files whose ending is not that of a picture, and folders that hold people
    found earlier are passed over. Links are followed, and no folder is walked twice. A file that is named itself is
    taken whatever its ending.

    Parameters
    ----------
    where : path, or sequence of paths
        Of one folder, paths are given from there on; else from the folder that holds all of them.
    leave_out : sequence of paths
        Folders that are not walked.

    Raises
    ------
    OSError
        If what is named is not there.
    """
    named = [os.fspath(where)] if isinstance(where, (str, os.PathLike)) else [os.fspath(path) for path in where]
    if not named:
        raise ValueError("name a folder of photos, or files: got an empty list")
    for path in named:
        os.stat(path)  # says what is missing
    root = named[0] if len(named) == 1 and os.path.isdir(named[0]) else _shared_folder(named)
    walk = _Walk(root, leave_out)
    for path in named:
        if os.path.isdir(path):
            walk.folder(path)
        else:
            walk.file(path)
    files = tuple(sorted(walk.files.values(), key=lambda file: file.path))
    return PhotoFiles(root, files, tuple(sorted(walk.skipped.values(), key=lambda skipped: skipped.path)))


class _Walk:
    """What was found so far. Folders are known by device and number, so that links cannot lead in circles."""

    def __init__(self, root: str, leave_out: Sequence[Path]) -> None:
        self.root = os.path.abspath(root)
        self.files: dict[str, PhotoFile] = {}
        self.skipped: dict[str, Skipped] = {}
        self._walked = {_identity(os.stat(path)) for path in leave_out if os.path.isdir(path)}

    def folder(self, place: str) -> None:
        """Walk a folder; not by recursion, as folders may be nested deeply."""
        waiting = [place]
        while waiting:
            place = waiting.pop()
            try:
                identity = _identity(os.stat(place))
                if identity in self._walked:
                    continue
                self._walked.add(identity)
                with os.scandir(place) as entries:
                    names = sorted(entry.name for entry in entries)
            except OSError as error:
                self._skip(place, f"the folder cannot be read: {error.strerror or error}")
                continue
            if CACHE_NAME in names and os.path.abspath(place) != self.root:
                continue
            waiting.extend(reversed(list(self._look_at(place, names))))

    def _look_at(self, place: str, names: list[str]) -> Iterator[str]:
        """Take the files among these names, and give the folders."""
        for name in names:
            if name.startswith("."):
                continue
            path = os.path.join(place, name)
            ending = os.path.splitext(name)[1].lower()
            if os.path.isdir(path):
                yield path
            elif ending in ENDINGS:
                self.file(path)
            elif ending in _UNREAD:
                self._skip(path, _UNREAD[ending])

    def file(self, place: str) -> None:
        """Take one file."""
        try:
            found = os.stat(place)
        except OSError as error:
            is_link = os.path.islink(place)
            self._skip(place, "a link to what is not there" if is_link else f"cannot be read: {error.strerror}")
            return
        if not stat.S_ISREG(found.st_mode):  # a pipe or a device: to open it may wait forever
            self._skip(place, "is not a file")
            return
        path = self._from_root(place)
        self.skipped.pop(path, None)  # by its ending, before it was named itself
        self.files[path] = PhotoFile(path, place, found.st_size, found.st_mtime_ns)

    def _skip(self, place: str, reason: str) -> None:
        path = self._from_root(place)
        if path not in self.files:
            self.skipped[path] = Skipped(path, reason)

    def _from_root(self, place: str) -> str:
        return os.path.relpath(os.path.abspath(place), self.root).replace(os.sep, "/")


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _shared_folder(named: list[str]) -> str:
    folders = [path if os.path.isdir(path) else os.path.dirname(os.path.abspath(path)) for path in named]
    try:
        return os.path.commonpath([os.path.abspath(folder) for folder in folders])
    except ValueError:
        raise ValueError(f"photos must lie on one drive, got {', '.join(named)}") from None
