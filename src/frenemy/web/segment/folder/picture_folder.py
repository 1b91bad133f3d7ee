"""The pictures of a folder on this machine."""

from __future__ import annotations

import hashlib
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from frenemy.io.images.picture_names import is_picture_name
from frenemy.web.request_error import RequestError
from frenemy.web.segment.folder.contained import is_within, open_contained

_EXPORTED = (".labels.png", ".overlay.png")  # what the page and the command line make of pictures


@dataclass(frozen=True)
class FolderPicture:
    """One picture.

    Attributes
    ----------
    id : str
        What requests call it: a digest of the name, so that no request can name a path.
    name : str
        Relative to the folder, with ``/``; may hold bytes that are not Unicode, as :func:`os.fsdecode` gives them.
    stamp : str
        Changes when the file does.
    problem : str
        Why it cannot be opened, if that is known already.
    """

    id: str
    name: str
    stamp: str = ""
    problem: str = ""


class PictureFolder:
    """A folder, listed again for each request: files may come and go, and so may the folder.

    Hidden files, and label maps and overlays that were exported here, are left out.

    Parameters
    ----------
    path : path
    recursive : bool
        Whether to look into its folders, too; links to folders are not followed.
    """

    def __init__(self, path: str | os.PathLike[str], *, recursive: bool = False) -> None:
        shown = os.fspath(path)
        if not os.path.exists(shown):
            raise ValueError(f"there is no folder {shown}")
        if not os.path.isdir(shown):
            raise ValueError(f"{shown} is not a folder: give the folder that the picture is in")
        self.root = os.path.realpath(shown)
        self.title = os.path.basename(self.root) or self.root
        self._recursive = recursive
        self._lock = threading.Lock()
        self._known: dict[str, FolderPicture] = {}  # all ever seen: the work on one that was deleted can be saved
        os.scandir(self.root).close()  # an error now if it cannot be read

    def pictures(self) -> list[FolderPicture]:
        """All pictures, numbers in names by their value; raises :class:`RequestError` if the folder is gone."""
        found = sorted(self._found(), key=lambda picture: _natural(picture.name))
        with self._lock:
            self._known |= {picture.id: picture for picture in found}
        return found

    def __getitem__(self, id: str) -> FolderPicture:
        """The picture of this id."""
        with self._lock:
            known = self._known.get(id)
        if known is None:
            self.pictures()  # the server may be new, or the file
            with self._lock:
                known = self._known.get(id)
        if known is None:
            raise RequestError(404, "there is no such picture in the folder")
        return known

    def read(self, picture: FolderPicture, max_bytes: int) -> bytes:
        """The file; raises :class:`RequestError` with the reason if that cannot be."""
        try:
            with open_contained(self.root, picture.name) as file:
                content = file.read(max_bytes + 1)
        except OSError as error:
            raise self.read_error(picture.name, error) from error
        if len(content) > max_bytes:
            raise RequestError(413, f"the file {picture.name} is too large: at most {max_bytes / 1e6:g} MB")
        return content

    def read_error(self, name: str, error: OSError) -> RequestError:
        """Why a file of the folder cannot be read."""
        if not os.path.isdir(self.root):
            return self._gone()
        if isinstance(error, FileNotFoundError):
            return RequestError(410, f"the file {name} is not there any more")
        return RequestError(422, f"the file {name} cannot be read: {error.strerror or error}")

    def _gone(self) -> RequestError:
        return RequestError(410, f"the folder {self.root} is not there any more")

    def _found(self) -> Iterator[FolderPicture]:
        left = [""]
        while left:
            folder = left.pop()
            try:
                with os.scandir(os.path.join(self.root, *folder.split("/"))) as entries:
                    inside = list(entries)
            except OSError as error:
                if folder:  # the others go on
                    yield _picture(folder, problem=f"the folder cannot be read: {error.strerror or error}")
                    continue
                if isinstance(error, (FileNotFoundError, NotADirectoryError)):
                    raise self._gone() from error
                raise RequestError(422, f"the folder {self.root} cannot be read: {error.strerror}") from error
            for entry in inside:
                if entry.name.startswith("."):
                    continue
                name = folder + entry.name
                if self._recursive and entry.is_dir(follow_symlinks=False):
                    left.append(name + "/")
                elif is_picture_name(entry.name) and not entry.name.lower().endswith(_EXPORTED):
                    yield from self._looked_at(entry, name)

    def _looked_at(self, entry: os.DirEntry[str], name: str) -> Iterator[FolderPicture]:
        try:
            if entry.is_symlink() and not is_within(self.root, os.path.realpath(entry.path)):
                yield _picture(name, problem="is a link that leads out of the folder")
            elif entry.is_file():
                status = entry.stat()
                yield _picture(name, stamp=f"{status.st_mtime_ns:x}-{status.st_size:x}")
            elif entry.is_symlink() and not os.path.exists(entry.path):
                yield _picture(name, problem="is a link to nothing")
        except OSError as error:
            yield _picture(name, problem=f"cannot be read: {error.strerror or error}")


def _picture(name: str, *, stamp: str = "", problem: str = "") -> FolderPicture:
    return FolderPicture(hashlib.sha256(os.fsencode(name)).hexdigest()[:24], name, stamp, problem)


def _natural(name: str) -> tuple[list[str | int], str]:
    """``photo 9`` before ``photo 10``."""
    parts = re.split(r"(\d+)", name.casefold())
    return [int(part) if i % 2 else part for i, part in enumerate(parts)], name
