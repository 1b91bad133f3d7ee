"""Find the photos in folders, in an order that depends only on names."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from frenemy.apps.faces.photos.face import Skipped

#: The cache of a scan in an album folder. Folders with this file are not searched.
CACHE_NAME = "faces.sqlite"

#: Extensions of files that are read; the content decides the format.
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
    **dict.fromkeys(_RAW, "raw camera files cannot be read; save it as JPEG first"),
    **dict.fromkeys(_OTHER, "this format cannot be read; save it as JPEG or PNG first"),
}

Path = str | os.PathLike[str]


@dataclass(frozen=True)
class PhotoFile:
    """One file that may be a photo.

    Attributes
    ----------
    path : str
        Relative to the scanned folder, with ``/``.
    place : str
        The path to open.
    n_bytes, mtime_ns : int
        Size and modification time.
    """

    path: str
    place: str
    n_bytes: int
    mtime_ns: int


@dataclass(frozen=True)
class PhotoFiles:
    """Files that may be photos, and skipped files; both sorted by path.

    Attributes
    ----------
    root : str
        The folder that paths are relative to.
    files : tuple of PhotoFile
    skipped : tuple of Skipped
    """

    root: str
    files: tuple[PhotoFile, ...]
    skipped: tuple[Skipped, ...]


def find_photo_files(where: Path | Sequence[Path], *, leave_out: Sequence[Path] = ()) -> PhotoFiles:
    """Find the photos in a folder and its subfolders, or in several folders and files.

    Hidden files and folders (``.name``), files without the extension of a picture, and album folders are ignored. Links
    are followed, and no folder is searched twice. A file in ``where`` is read whatever its extension.

    Parameters
    ----------
    where : path, or sequence of paths
        Paths are relative to the folder if it is a single one, else to the common parent.
    leave_out : sequence of paths
        Folders to ignore.

    Raises
    ------
    OSError
        If a path does not exist.
    """
    named = [os.fspath(where)] if isinstance(where, (str, os.PathLike)) else [os.fspath(path) for path in where]
    if not named:
        raise ValueError("where must name a folder of photos, or files, got an empty list")
    for path in named:
        os.stat(path)  # raises OSError if it does not exist
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
    """Files found so far. Folders are identified by device and inode, so that links cannot cause endless loops."""

    def __init__(self, root: str, leave_out: Sequence[Path]) -> None:
        self.root = os.path.abspath(root)
        self.files: dict[str, PhotoFile] = {}
        self.skipped: dict[str, Skipped] = {}
        self._walked = {_identity(os.stat(path)) for path in leave_out if os.path.isdir(path)}

    def folder(self, place: str) -> None:
        """Search a folder iteratively, as folders may be nested deeply."""
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
            waiting.extend(reversed(list(self._add_files(place, names))))

    def _add_files(self, place: str, names: list[str]) -> Iterator[str]:
        """Add the files among these names, and yield the folders."""
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
        """Add one file."""
        try:
            found = os.stat(place)
        except OSError as error:
            is_link = os.path.islink(place)
            self._skip(place, "a broken link" if is_link else f"cannot be read: {error.strerror}")
            return
        if not stat.S_ISREG(found.st_mode):  # a pipe or a device: opening it may block forever
            self._skip(place, "is not a file")
            return
        path = self._from_root(place)
        self.skipped.pop(path, None)  # it may have been skipped in its folder
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
        raise ValueError(f"photos must be on one drive, got {', '.join(named)}") from None
