"""An album in its folder, as ``frenemy faces`` makes it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from importlib.util import find_spec

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.album_folder import FACES, PAGE, AlbumFolder
from frenemy.apps.faces.dlib_faces import DlibFaces
from frenemy.apps.faces.face import Describer, Photo
from frenemy.apps.faces.scan import Scan, scan
from frenemy.web.faces.session import AlbumSession

_DLIB = re.compile(r"dlib resnet 1, (hog|cnn) (\d+) x(\d+), threshold (\S+), jitter (\d+)")


class FolderShelf:
    """The folder was named on the command line; photos are where they were scanned."""

    def __init__(self, path: str | os.PathLike[str], *, describer: Describer | None = None) -> None:
        self._folder = AlbumFolder(path)
        self._describer = describer
        self._album: Album | None = None  # what the table and the page in the folder do not tell yet
        kept = self._folder.last_scan()
        self._root = kept.root
        self._named = kept.named
        self._known_as = kept.faces.describer
        self.skipped = kept.skipped

    def open(self) -> Album:
        return self._folder.open()

    @property
    def title(self) -> str:
        path = os.path.abspath(self._folder.path)
        return os.path.basename(path) or path

    @property
    def python(self) -> str:
        return (
            "from frenemy.apps.faces.album_folder import AlbumFolder\n\n"
            f"folder = AlbumFolder({self._folder.path!r})\n"
            "album = folder.open()\n"
            "people = album.people\n"
            "print(people.summary())\n"
            "for person, name in enumerate(people.names):\n"
            "    print(name or album.person_id(person), len(people.members(person)))\n\n"
            '# album = album.name(0, "Ann")  # each step gives a new album\n'
            "# folder.save(album)\n"
        )

    @property
    def why_no_scan(self) -> str:
        gone = [path for path in self._named if not os.path.exists(path)]
        if gone:
            return f"the photos are not where they were scanned: there is no {gone[0]}"
        if self._describer is not None:
            return ""
        if described_as(self._known_as) is None:
            return f"the faces were described by {self._known_as!r}, which is not known here"
        missing = [name for name in ("dlib", "face_recognition_models") if find_spec(name) is None]
        needed = f'to look for new photos, the server needs {" and ".join(missing)}: pip install "frenemy[faces]"'
        return needed if missing else ""

    def name_of(self, path: str) -> str:
        return path

    def read_photo(self, photo: Photo) -> bytes:
        with open(os.path.join(self._root, *photo.paths[0].split("/")), "rb") as file:
            return file.read()

    def save(self, album: Album) -> None:
        self._folder.save(album)
        self._album = album

    def scan(self, tell: Callable[[int, int, str], object], is_off: Callable[[], bool]) -> Scan:
        return scan(
            self._named,
            cache=self._folder.at(FACES),
            describer=self._describer or described_as(self._known_as),
            leave_out=[self._folder.path],
            on_photo=lambda done, total, path: tell(done, total, path) or is_off(),
        )

    def close(self) -> None:
        """Have the table and the page in the folder tell what the album is now."""
        if self._album is not None:
            has_page = os.path.exists(self._folder.at(PAGE))  # not with --no-page
            self._folder.write_outcome(self._album.people, photos=self._root, page=has_page)


def open_folder(path: str | os.PathLike[str], *, describer: Describer | None = None) -> AlbumSession:
    """The album of a folder, for the page; a ValueError says how to make one where there is none."""
    shelf = FolderShelf(path, describer=describer)
    return AlbumSession(shelf, shelf.open(), shelf.skipped)


def described_as(name: str) -> DlibFaces | None:
    """How faces of this description are found again: the same way, or new photos would not fit."""
    told = _DLIB.fullmatch(name)
    if told is None:
        return None
    detector, side, doubled, threshold, jitter = told.groups()
    describer = DlibFaces(
        detector="cnn" if detector == "cnn" else "hog",
        upsample=int(doubled).bit_length() - 1,
        search_side=int(side),
        threshold=float(threshold),
        jitter=int(jitter),
    )
    return describer if describer.name == name else None
