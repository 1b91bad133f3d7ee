"""A temporary album for photos that are dropped on the page; deleted with its session."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.photos.face import Describer, Faces, Photo, Skipped
from frenemy.apps.faces.photos.scan import Scan, scan
from frenemy.web.faces.missing_packages import missing_packages
from frenemy.web.faces.session import AlbumSession
from frenemy.web.limits import Limits
from frenemy.web.request_error import RequestError


def why_no_upload(describer: Describer | None = None) -> str | None:
    """Why the server cannot find faces in uploaded photos; None if it can."""
    missing = missing_packages(describer)
    return f"To find faces in dropped photos, the server needs {missing}" if missing else None


class TemporaryAlbum:
    """Uploaded photos in a private folder, stored under numbers instead of their names, and their album."""

    def __init__(self, limits: Limits, describer: Describer | None = None) -> None:
        self._limits = limits
        self._store = TemporaryStore(describer)
        self._n_bytes = 0
        self._lock = threading.Lock()
        self.session = AlbumSession(self._store, self._store.open())

    @property
    def n_bytes(self) -> int:
        """Approximate memory and disk use."""
        return self._n_bytes + self.session.n_bytes

    def add(self, photo: bytes, name: str) -> None:
        """Add a photo."""
        if not photo:
            raise RequestError(422, "the file is empty")
        with self._lock:
            if self._store.n_photos >= self._limits.photos:
                raise _too_many(f"{self._limits.photos:,} photos")
            if self._n_bytes + len(photo) > self._limits.album_bytes:
                raise _too_many(f"{self._limits.album_bytes / 1e6:g} MB")
            self._n_bytes += len(photo)
            self._store.add(photo, name)

    def close(self) -> None:
        """Delete the album and its photos."""
        self.session.close()


def _too_many(limit: str) -> RequestError:
    return RequestError(413, f"a temporary album holds at most {limit}: use frenemy faces for more")


class TemporaryStore:
    """A folder that :meth:`close` deletes; corrections are kept in memory only."""

    title = "dropped photos"
    python = (
        "from frenemy.apps.faces import scan\n"
        "from frenemy.apps.faces.people import find_people\n\n"
        'people = find_people(scan("photos/").faces)  # name the folder of the photos\n'
        "print(people.summary())\n"
    )
    why_no_scan = ""

    def __init__(self, describer: Describer | None = None) -> None:
        self._describer = describer
        self._folder = tempfile.mkdtemp(prefix="frenemy-album-")
        self._photos = os.path.join(self._folder, "photos")
        os.mkdir(self._photos)
        self._names: dict[str, str] = {}
        self._paths: dict[str, str] = {}  # by photo id

    @property
    def n_photos(self) -> int:
        return len(self._names)

    def add(self, photo: bytes, name: str) -> None:
        # Only a plain extension of the name reaches the disk.
        extension = re.search(r"\.[A-Za-z0-9]{1,5}$", name, re.ASCII)
        path = f"{self.n_photos:06d}{extension[0].lower() if extension else '.jpg'}"
        self._names[path] = name or f"photo {self.n_photos + 1}"
        with open(os.path.join(self._photos, path), "wb") as file:
            file.write(photo)

    def name_of(self, path: str) -> str:
        return path

    def read_photo(self, photo: Photo) -> bytes:
        with open(os.path.join(self._photos, self._paths[photo.id]), "rb") as file:
            return file.read()

    def open(self) -> Album:
        return Album(Faces((), {}))

    def save(self, album: Album) -> None:
        """Nothing to do: the session holds the album."""

    def scan(self, report: Callable[[int, int, str], object], is_cancelled: Callable[[], bool]) -> Scan:
        found = scan(
            self._photos,
            cache=os.path.join(self._folder, "faces.sqlite"),
            describer=self._describer,
            on_photo=lambda done, total, path: report(done, total, path) or is_cancelled(),
        )
        self._paths |= {photo.id: photo.paths[0] for photo in found.faces.photos.values()}
        # The page and its exports show the names that the photos were dropped with.
        photos = {
            photo.id: replace(photo, paths=tuple(self._names.get(path, path) for path in photo.paths))
            for photo in found.faces.photos.values()
        }
        faces = Faces(found.faces.faces, photos, found.faces.describer)
        skipped = tuple(Skipped(self._names.get(one.path, one.path), one.reason) for one in found.skipped)
        return replace(found, faces=faces, skipped=skipped)

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
