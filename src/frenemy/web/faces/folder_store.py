"""An album in the folder that ``frenemy faces`` has written."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.album.album_folder import FACES, PAGE, AlbumFolder
from frenemy.apps.faces.photos.dlib_faces import DlibFaces
from frenemy.apps.faces.photos.face import Describer, Photo
from frenemy.apps.faces.photos.scan import Scan, scan
from frenemy.web.faces.missing_packages import missing_packages
from frenemy.web.faces.session import AlbumSession

_DLIB = re.compile(r"dlib resnet 1, (hog|cnn) (\d+) x(\d+), threshold (\S+), jitter (\d+)")


class FolderStore:
    """The folder comes from the command line; photos are where they were scanned."""

    def __init__(self, path: str | os.PathLike[str], *, describer: Describer | None = None) -> None:
        self._folder = AlbumFolder(path)
        self._describer = describer
        self._album: Album | None = None  # saved, but not yet in the table and the page of the folder
        kept = self._folder.last_scan()
        self._root = kept.root
        self._named = kept.named
        self._describer_name = kept.faces.describer
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
            "from frenemy.apps.faces.album.album_folder import AlbumFolder\n\n"
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
            return f"the photos have moved since they were scanned: there is no {gone[0]}"
        if self._describer is not None:
            return ""
        if describer_named(self._describer_name) is None:
            return f"the faces were described by {self._describer_name!r}, which this server does not know"
        missing = missing_packages()
        return f"to scan for new photos, the server needs {missing}" if missing else ""

    def name_of(self, path: str) -> str:
        return path

    def read_photo(self, photo: Photo) -> bytes:
        with open(os.path.join(self._root, *photo.paths[0].split("/")), "rb") as file:
            return file.read()

    def save(self, album: Album) -> None:
        self._folder.save(album)
        self._album = album

    def scan(self, report: Callable[[int, int, str], object], is_cancelled: Callable[[], bool]) -> Scan:
        return scan(
            self._named,
            cache=self._folder.at(FACES),
            describer=self._describer or describer_named(self._describer_name),
            leave_out=[self._folder.path],
            on_photo=lambda done, total, path: report(done, total, path) or is_cancelled(),
        )

    def close(self) -> None:
        """Bring the table and the page in the folder up to date."""
        if self._album is not None:
            has_page = os.path.exists(self._folder.at(PAGE))  # not with --no-page
            self._folder.write_outcome(self._album.people, photos=self._root, page=has_page)


def open_folder(path: str | os.PathLike[str], *, describer: Describer | None = None) -> AlbumSession:
    """The album of a folder; raises a ValueError that says how to make one if there is none."""
    store = FolderStore(path, describer=describer)
    return AlbumSession(store, store.open(), store.skipped)


def describer_named(name: str) -> DlibFaces | None:
    """The describer of this name: embeddings of new photos must be made in the same way as those of old ones."""
    match = _DLIB.fullmatch(name)
    if match is None:
        return None
    detector, side, doubled, threshold, jitter = match.groups()
    describer = DlibFaces(
        detector="cnn" if detector == "cnn" else "hog",
        upsample=int(doubled).bit_length() - 1,
        search_side=int(side),
        threshold=float(threshold),
        jitter=int(jitter),
    )
    return describer if describer.name == name else None
