"""One open album: its state for the tabs, their changes, and the scan for new photos."""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.photos.face import Face, Faces, Photo, Skipped
from frenemy.apps.faces.photos.photo import read_photo
from frenemy.run import Cancelled
from frenemy.web.faces.album_store import AlbumStore
from frenemy.web.faces.changes import Change, apply_change, undo_label
from frenemy.web.faces.view import faces_table, people_view, person_of_each_face
from frenemy.web.held_bytes import held_bytes
from frenemy.web.jobs import Job
from frenemy.web.request_error import RequestError
from frenemy.web.valid_text import valid_text

_log = logging.getLogger(__name__)

_PHOTO_SIDE = 1600  # pixels of a photo on the page
_MAX_CACHED_PHOTOS = 12


@dataclass(frozen=True)
class ScanState:
    """The progress of a scan for new photos, or how it ended."""

    is_running: bool = True
    is_placing: bool = False
    is_cancelled: bool = False
    done: int = 0
    total: int = 0
    n_new: int = 0
    error: str | None = None

    def view(self) -> dict[str, Any]:
        """As JSON for the page."""
        return {
            "isRunning": self.is_running,
            "isPlacing": self.is_placing,
            "isCancelled": self.is_cancelled,
            "done": self.done,
            "total": self.total,
            "nNew": self.n_new,
            "error": None if self.error is None else valid_text(self.error),
        }


class AlbumSession:
    """An album that tabs read and change.

    A change is on disk before the response is sent. Changes are applied one after another to the newest album. The
    change of a tab with an older revision is applied as well if the people it names still exist, and the response says
    so. Ids of people are valid for one run of the server, so a change with a revision of another run fails.
    """

    def __init__(self, store: AlbumStore, album: Album, skipped: tuple[Skipped, ...] = ()) -> None:
        self._store = store
        self._album = album
        self._album_bytes = held_bytes(album)
        self._skipped = skipped
        self._run = secrets.token_hex(4)
        self._n_changes = 0
        self._generation = 0
        self._changing = threading.Lock()  # held while people are found
        self._reading = threading.Lock()  # held while fields are read or replaced
        self._scan: ScanState | None = None
        self._job = Job()
        self._photos: OrderedDict[str, bytes] = OrderedDict()

    @property
    def n_bytes(self) -> int:
        """The memory of the album and of the photos that are cached."""
        with self._reading:
            return self._album_bytes + sum(map(len, self._photos.values()))

    @property
    def revision(self) -> str:
        """The name of the current state; new after every change."""
        return f"{self._run}-{self._n_changes}"

    def close(self) -> None:
        """Cancel the scan; a temporary album is deleted."""
        self._job.cancel()
        self._store.close()

    # ------------------------------------------------------------------------------------------------------- reading

    def table(self) -> dict[str, Any]:
        """Photos and faces."""
        with self._reading:
            faces, generation = self._album.faces, self._generation
        table = faces_table(faces)
        for row in table["photos"]:
            row[1] = self._named(row[1])
        return {"generation": generation, **table}

    def state(self) -> dict[str, Any]:
        """People, doubtful faces and corrections."""
        with self._reading:
            album, revision, generation = self._album, self.revision, self._generation
        return {
            "revision": revision,
            "generation": generation,
            "look": _thumbnail_version(album.faces),
            "title": valid_text(self._store.title),
            "python": self._store.python,
            "whyNoScan": valid_text(self._store.why_no_scan),
            "undo": undo_label(album.undo_label) if album.can_undo else None,
            "redo": undo_label(album.redo_label) if album.can_redo else None,
            "skipped": [[self._named(one.path), valid_text(one.reason)] for one in self._skipped],
            **people_view(album),
        }

    def _named(self, path: str) -> str:
        """The name of a file on the page."""
        return valid_text(self._store.name_of(path))

    def pulse(self) -> dict[str, Any]:
        """What may change without an action of the tab."""
        return {"revision": self.revision, "scan": None if self._scan is None else self._scan.view()}

    def cut(self, person: str) -> list[str]:
        """Ids of the faces on the smaller side of the best cut of a person."""
        album = self.album
        try:
            faces = album.people.cut(album.person(person))
        except ValueError as error:
            raise RequestError(404, str(error)) from error
        return [album.faces.faces[face].id for face in faces]

    def thumbnail(self, id: str) -> bytes:
        """The thumbnail of a face."""
        face = self._face(id)
        if not face.thumbnail:
            raise RequestError(404, f"face {id} has no thumbnail")
        return face.thumbnail

    def photo(self, id: str) -> bytes:
        """A photo as JPEG, upright and at most as large as a screen."""
        photo = self._album.faces.photos.get(id)
        if photo is None:
            raise RequestError(404, f"there is no photo {id!r} in this album")
        with self._reading:
            if id in self._photos:
                self._photos.move_to_end(id)
                return self._photos[id]
        jpeg = _photo_jpeg(photo, self._store)
        with self._reading:
            self._photos[id] = jpeg
            while len(self._photos) > _MAX_CACHED_PHOTOS:
                self._photos.popitem(last=False)
        return jpeg

    @property
    def album(self) -> Album:
        """The current album."""
        with self._reading:
            return self._album

    def _face(self, id: str) -> Face:
        faces = self._album.faces
        if id not in faces.index:
            raise RequestError(404, f"there is no face {id!r} in this album")
        return faces.faces[faces.index[id]]

    # ------------------------------------------------------------------------------------------------------ changing

    def change(self, change: Change) -> dict[str, Any]:
        """Apply a change and save it; returns the new state, and which faces moved."""
        with self._changing:
            album = self.album
            is_rebased = self._is_outdated(change, album)
            before = person_of_each_face(album)
            named = self._named_faces(change, album)
            try:
                after = apply_change(album, change)
            except ValueError as error:
                raise RequestError(409, str(error)) from error
            if after is not album:
                self._save(after)
            label = self._replace(after, change)
        now = person_of_each_face(after)
        moved = [id for id, person in now.items() if before.get(id) != person]
        others = [id for id in moved if id not in named]
        dropped = [one.kind for one in after.dropped] if after is not album else []
        news = {"what": label, "moved": moved, "nMoved": len(others), "dropped": dropped, "isRebased": is_rebased}
        return {"state": self.state(), "news": news}

    def _save(self, after: Album) -> None:
        try:
            self._store.save(after)
        except OSError as error:
            raise RequestError(507, f"the change could not be saved and was not applied: {error}") from error
        except ValueError as error:  # another program has changed the file: continue from there
            try:
                self._reload(self._store.open())
            except ValueError as unread:
                raise RequestError(409, f"the change was not applied: {unread}") from error
            raise RequestError(
                409, "another program has changed the corrections, and they were reloaded: check and try again"
            ) from error

    def _reload(self, album: Album) -> None:
        n_bytes = held_bytes(album)
        with self._reading:
            self._album, self._album_bytes = album, n_bytes
            self._run, self._n_changes = secrets.token_hex(4), 0
            self._generation += 1

    def _is_outdated(self, change: Change, album: Album) -> bool:
        if change.revision.rpartition("-")[0] != self._run:
            raise RequestError(409, "the server has restarted since this page was loaded: check and try again")
        if change.revision == self.revision:
            return False
        gone = [id for id in change.person_ids if id not in album.person_ids]
        if gone:
            raise RequestError(409, "another tab has changed these people: check and try again")
        if change.kind in ("undo", "redo"):
            raise RequestError(409, "another tab has changed the album: check before you undo or redo")
        return True

    def _named_faces(self, change: Change, album: Album) -> set[str]:
        """Faces that the change itself moves."""
        people = [album.person(id) for id in change.person_ids if id in album.person_ids]
        theirs = (face.id for p in people for face in album.people.faces_of(p)) if change.kind == "merge" else ()
        return {*change.faces, *theirs}

    def _replace(self, after: Album, change: Change) -> str:
        """Make this the current album; returns the label of the step."""
        with self._reading:
            before = self._album
            kinds = {"undo": before.undo_label, "redo": before.redo_label}
            self._album = after
            self._n_changes += 1
        return undo_label(kinds.get(change.kind, change.kind))

    # ------------------------------------------------------------------------------------------------------ new photos

    def begin_scan(self) -> Callable[[Job], None] | None:
        """The function that scans for new photos, to run as a job; None if a scan is running."""
        if self._store.why_no_scan:
            raise RequestError(409, self._store.why_no_scan)
        with self._reading:
            if self._scan is not None and self._scan.is_running:
                return None
            self._scan = ScanState()
            self._job = Job()
        return self._scan_photos

    @property
    def job(self) -> Job:
        """The job of the current scan."""
        return self._job

    def cancel_scan(self) -> None:
        """End the scan soon; what it found is kept."""
        self._job.cancel()

    def scan_cancelled(self) -> None:
        """The scan was cancelled before it began."""
        self._update_scan(is_running=False, is_cancelled=True)

    def _scan_photos(self, job: Job) -> None:
        def report(done: int, total: int, _: str) -> None:
            self._update_scan(done=done, total=total)

        before = {face.id for face in self.album.faces.faces}
        try:
            found = self._store.scan(report, lambda: job.is_cancelled)
            self._update_scan(is_placing=True)
            with self._changing:
                after = self.album.with_faces(found.faces)
                self._store.save(after)
                n_bytes = held_bytes(after)
                with self._reading:
                    self._album, self._album_bytes, self._skipped = after, n_bytes, found.skipped
                    self._n_changes += 1
                    self._generation += 1
                    self._photos.clear()
            n_new = sum(face.id not in before for face in found.faces.faces)
            self._update_scan(is_running=False, is_placing=False, n_new=n_new, is_cancelled=job.is_cancelled)
        except Cancelled:
            self._update_scan(is_running=False, is_cancelled=True)
        except (OSError, ValueError, ImportError) as error:
            self._update_scan(is_running=False, error=str(error))
        except Exception as error:
            _log.exception("the scan for photos failed")
            self._update_scan(is_running=False, error=f"frenemy failed: {type(error).__name__}: {error}")

    def _update_scan(self, **changes: Any) -> None:
        with self._reading:
            self._scan = replace(self._scan or ScanState(), **changes)


def _photo_jpeg(photo: Photo, store: AlbumStore) -> bytes:
    from PIL import Image

    name = store.name_of(photo.paths[0])
    try:
        data = store.read_photo(photo)
    except OSError as error:
        reason = "it was moved or deleted" if isinstance(error, FileNotFoundError) else error.strerror or str(error)
        raise RequestError(404, f"{name} cannot be read: {reason}; scan for new photos") from error
    if hashlib.sha256(data).hexdigest()[: len(photo.id)] != photo.id:
        raise RequestError(410, f"{name} has changed since it was scanned; scan for new photos")
    try:
        pixels = read_photo(data, max_side=_PHOTO_SIDE).pixels
    except ValueError as error:
        raise RequestError(422, f"{name}: {error}") from error
    file = BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=87)
    return file.getvalue()


def _thumbnail_version(faces: Faces) -> str:
    """Part of thumbnail URLs, which browsers cache: new when thumbnails of the same ids may differ."""
    return hashlib.sha256(json.dumps([faces.describer, len(faces.faces)]).encode()).hexdigest()[:12]
