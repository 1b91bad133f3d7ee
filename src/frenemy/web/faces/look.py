"""A look at photos that are dropped on the page: a temporary album, gone with the server."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.face import Describer, Faces, Photo, Skipped
from frenemy.apps.faces.scan import Scan, scan
from frenemy.web.faces.session import AlbumSession
from frenemy.web.limits import Limits
from frenemy.web.refusal import Refusal


def why_no_look(describer: Describer | None = None) -> str | None:
    """Why photos cannot be searched for faces here; None if they can."""
    missing = [name for name in ("dlib", "face_recognition_models") if find_spec(name) is None]
    if describer is not None or not missing:
        return None
    return f'To search dropped photos for faces, the server needs {" and ".join(missing)}: pip install "frenemy[faces]"'


class Look:
    """Photos in a folder that nobody else reads, under numbers in place of their names, and their album."""

    def __init__(self, limits: Limits, describer: Describer | None = None) -> None:
        self._limits = limits
        self._shelf = LookShelf(describer)
        self._n_bytes = 0
        self._lock = threading.Lock()
        self.session = AlbumSession(self._shelf, self._shelf.open())

    @property
    def n_bytes(self) -> int:
        """About how much room it takes."""
        return self._n_bytes + self.session.n_bytes

    def add(self, photo: bytes, name: str) -> None:
        """Take a photo in."""
        if not photo:
            raise Refusal(422, "the file is empty")
        with self._lock:
            if self._shelf.n_photos >= self._limits.photos:
                raise Refusal(413, f"a look is at most at {self._limits.photos:,} photos: use frenemy faces for more")
            if self._n_bytes + len(photo) > self._limits.album_bytes:
                most = f"{self._limits.album_bytes / 1e6:g} MB"
                raise Refusal(413, f"a look is at most at {most} of photos: use frenemy faces for more")
            self._n_bytes += len(photo)
            self._shelf.add(photo, name)

    def close(self) -> None:
        """Delete it."""
        self.session.close()


class LookShelf:
    """A folder that is deleted in the end. What was said about the faces is kept as long as it is."""

    title = "a look at dropped photos"
    python = (
        "from frenemy.apps.faces import scan\n"
        "from frenemy.apps.faces.people import find_people\n\n"
        'people = find_people(scan("photos/").faces)  # name the folder of the photos\n'
        "print(people.summary())\n"
    )
    why_no_scan = ""

    def __init__(self, describer: Describer | None = None) -> None:
        self._describer = describer
        self._folder = tempfile.mkdtemp(prefix="frenemy-look-")
        self._photos = os.path.join(self._folder, "photos")
        os.mkdir(self._photos)
        self._names: dict[str, str] = {}
        self._paths: dict[str, str] = {}  # by photo

    @property
    def n_photos(self) -> int:
        return len(self._names)

    def add(self, photo: bytes, name: str) -> None:
        # An ending of letters and digits says what kind of file it is; nothing else of the name reaches the disk.
        ending = re.search(r"\.[A-Za-z0-9]{1,5}$", name, re.ASCII)
        path = f"{self.n_photos:06d}{ending[0].lower() if ending else '.jpg'}"
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
        """Nothing: it is for a look."""

    def scan(self, tell: Callable[[int, int, str], object], is_off: Callable[[], bool]) -> Scan:
        found = scan(
            self._photos,
            cache=os.path.join(self._folder, "faces.sqlite"),
            describer=self._describer,
            on_photo=lambda done, total, path: tell(done, total, path) or is_off(),
        )
        self._paths |= {photo.id: photo.paths[0] for photo in found.faces.photos.values()}
        # From here on photos go by the names they were dropped with, in exports, too.
        photos = {
            photo.id: replace(photo, paths=tuple(self._names.get(path, path) for path in photo.paths))
            for photo in found.faces.photos.values()
        }
        faces = Faces(found.faces.faces, photos, found.faces.describer)
        skipped = tuple(Skipped(self._names.get(one.path, one.path), one.reason) for one in found.skipped)
        return replace(found, faces=faces, skipped=skipped)

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
