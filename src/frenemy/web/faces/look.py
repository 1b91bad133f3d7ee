"""A look at photos that are dropped on the page: a temporary album, gone with the server."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable
from importlib.util import find_spec

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.face import Describer, Faces, Photo
from frenemy.web.faces.session import AlbumSession
from frenemy.web.faces.shelf import Found
from frenemy.web.limits import Limits
from frenemy.web.refusal import Refusal


def why_no_look(describer: Describer | None = None) -> str | None:
    """Why photos cannot be searched for faces here; None if they can."""
    if describer is not None:
        return None
    missing = [name for name in ("dlib", "face_recognition_models") if find_spec(name) is None]
    if not missing:
        return None
    return f'To search dropped photos for faces, the server needs {" and ".join(missing)}: pip install "frenemy[faces]"'


class Look:
    """Photos in a folder that nobody else has, under numbers in place of their names, and their album."""

    def __init__(self, limits: Limits, describer: Describer | None = None) -> None:
        self._limits = limits
        self._describer = describer
        self._folder = tempfile.mkdtemp(prefix="frenemy-look-")
        self._names: dict[str, str] = {}
        self._n_bytes = 0
        self._lock = threading.Lock()
        self.session = AlbumSession(self, Album(Faces((), {})))

    @property
    def n_bytes(self) -> int:
        """About how much room it takes."""
        return self._n_bytes + self.session.n_bytes

    def add(self, photo: bytes, name: str) -> None:
        """Take a photo in."""
        if not photo:
            raise Refusal(422, "the file is empty")
        with self._lock:
            if len(self._names) >= self._limits.photos:
                raise Refusal(413, f"a look is at most at {self._limits.photos:,} photos: use frenemy faces for more")
            if self._n_bytes + len(photo) > self._limits.album_bytes:
                most = f"{self._limits.album_bytes / 1e6:g} MB"
                raise Refusal(413, f"a look is at most at {most} of photos: use frenemy faces for more")
            ending = re.search(r"\.[A-Za-z0-9]{1,5}$", name)
            path = f"{len(self._names):06d}{ending[0].lower() if ending else '.jpg'}"
            self._names[path] = name or f"photo {len(self._names) + 1}"
            self._n_bytes += len(photo)
        with open(os.path.join(self._folder, path), "wb") as file:
            file.write(photo)

    def close(self) -> None:
        """Delete it."""
        self.session.ticket.cancel()
        shutil.rmtree(self._folder, ignore_errors=True)
