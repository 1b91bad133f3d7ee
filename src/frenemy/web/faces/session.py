"""One album that is open: what tabs see of it, the changes they make, and the search for new photos."""

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
from frenemy.apps.faces.face import Face, Faces, Photo, Skipped
from frenemy.apps.faces.photo import read_photo
from frenemy.web.faces.changes import WORDS, Change, made
from frenemy.web.faces.shelf import Shelf
from frenemy.web.faces.view import faces_table, people_view, person_of_each_face
from frenemy.web.refusal import Refusal
from frenemy.web.shown_text import shown_text
from frenemy.web.work import Cancelled, Ticket

_log = logging.getLogger(__name__)

_SHOWN_SIDE = 1600  # pixels of a photo on the page
_KEPT_PHOTOS = 12  # the last ones shown, decoded and small
_FACE_BYTES = 20_000  # about what a face holds in memory


@dataclass(frozen=True)
class ScanState:
    """How far the search for new photos is, or how it ended."""

    is_running: bool = True
    is_placing: bool = False
    is_cancelled: bool = False
    done: int = 0
    total: int = 0
    n_new: int = 0
    error: str | None = None

    def view(self) -> dict[str, Any]:
        """For the page."""
        return {
            "isRunning": self.is_running,
            "isPlacing": self.is_placing,
            "isCancelled": self.is_cancelled,
            "done": self.done,
            "total": self.total,
            "nNew": self.n_new,
            "error": None if self.error is None else shown_text(self.error),
        }


class AlbumSession:
    """An album that tabs look at and change.

    Every change is on disk before it is told. Changes are made one after another, on the newest album; a tab whose
    album is older is told so, and its change is made all the same if the people it speaks of are still there. Ids of
    people are good for as long as the server runs, so a revision of another run is refused.
    """

    def __init__(self, shelf: Shelf, album: Album, skipped: tuple[Skipped, ...] = ()) -> None:
        self._shelf = shelf
        self._album = album
        self._skipped = skipped
        self._run = secrets.token_hex(4)
        self._n_changes = 0
        self._generation = 0
        self._done: list[str] = []  # what each step of the album's history is called
        self._undone: list[str] = []
        self._changing = threading.Lock()  # held while people are found
        self._reading = threading.Lock()  # held while values are read or put in place
        self._scan: ScanState | None = None
        self._ticket = Ticket()
        self._shown: OrderedDict[str, bytes] = OrderedDict()

    @property
    def n_bytes(self) -> int:
        """About how much memory it holds."""
        return _FACE_BYTES * (len(self._album.faces) + 100)

    @property
    def revision(self) -> str:
        """What the state is called; another after every change."""
        return f"{self._run}-{self._n_changes}"

    def close(self) -> None:
        """Call off what still runs; a temporary album is deleted."""
        self._ticket.cancel()
        self._shelf.close()

    # ------------------------------------------------------------------------------------------------------- telling

    def table(self) -> dict[str, Any]:
        """Photos and faces."""
        with self._reading:
            faces, generation = self._album.faces, self._generation
        table = faces_table(faces)
        for row in table["photos"]:
            row[1] = self._named(row[1])
        return {"generation": generation, **table}

    def state(self) -> dict[str, Any]:
        """People, doubts and corrections."""
        with self._reading:
            album, revision, generation = self._album, self.revision, self._generation
            undo, redo = (steps[-1] if steps else None for steps in (self._done, self._undone))
        return {
            "revision": revision,
            "generation": generation,
            "look": _look_of(album.faces),
            "title": shown_text(self._shelf.title),
            "python": self._shelf.python,
            "whyNoScan": shown_text(self._shelf.why_no_scan),
            "undo": undo if album.can_undo else None,
            "redo": redo if album.can_redo else None,
            "skipped": [[self._named(one.path), shown_text(one.reason)] for one in self._skipped],
            **people_view(album),
        }

    def _named(self, path: str) -> str:
        """What a file is called on the page."""
        return shown_text(self._shelf.name_of(path))

    def pulse(self) -> dict[str, Any]:
        """What changes without the tab's doing."""
        return {"revision": self.revision, "scan": None if self._scan is None else self._scan.view()}

    def thumbnail(self, id: str) -> bytes:
        """The small picture of a face."""
        face = self._face(id)
        if not face.thumbnail:
            raise Refusal(404, f"face {id} has no picture")
        return face.thumbnail

    def photo(self, id: str) -> bytes:
        """A photo as JPEG, upright and not larger than a screen."""
        photo = self._album.faces.photos.get(id)
        if photo is None:
            raise Refusal(404, f"there is no photo {id!r} in this album")
        with self._reading:
            if id in self._shown:
                self._shown.move_to_end(id)
                return self._shown[id]
        shown = _shown(photo, self._shelf)
        with self._reading:
            self._shown[id] = shown
            while len(self._shown) > _KEPT_PHOTOS:
                self._shown.popitem(last=False)
        return shown

    @property
    def album(self) -> Album:
        """As it is now."""
        with self._reading:
            return self._album

    def _face(self, id: str) -> Face:
        faces = self._album.faces
        if id not in faces.index:
            raise Refusal(404, f"there is no face {id!r} in this album")
        return faces.faces[faces.index[id]]

    # ------------------------------------------------------------------------------------------------------ changing

    def change(self, change: Change) -> dict[str, Any]:
        """Make a change and save it: the new state, and what else moved."""
        with self._changing:
            album = self.album
            is_rebased = self._is_older(change, album)
            before = person_of_each_face(album)
            meant = self._meant(change, album)
            try:
                after = made(album, change)
            except ValueError as error:
                raise Refusal(409, str(error)) from error
            if after is not album:
                self._save(after)
            word = self._put(after, change)
        now = person_of_each_face(after)
        moved = [id for id, person in now.items() if before.get(id) != person]
        others = [id for id in moved if id not in meant]
        dropped = [one.kind for one in after.dropped] if after is not album else []
        news = {"what": word, "moved": moved, "nMoved": len(others), "dropped": dropped, "isRebased": is_rebased}
        return {"state": self.state(), "news": news}

    def _save(self, after: Album) -> None:
        try:
            self._shelf.save(after)
        except OSError as error:
            raise Refusal(507, f"the change could not be saved, so it was not made: {error}") from error
        except ValueError as error:  # somebody else has written there: go on from that
            try:
                self._start_over(self._shelf.open())
            except ValueError as unread:
                raise Refusal(409, f"the change was not made: {unread}") from error
            raise Refusal(
                409, "another program has changed the corrections; they were read again: look and repeat it"
            ) from error

    def _start_over(self, album: Album) -> None:
        with self._reading:
            self._album = album
            self._run, self._n_changes = secrets.token_hex(4), 0
            self._generation += 1
            self._done.clear()
            self._undone.clear()

    def _is_older(self, change: Change, album: Album) -> bool:
        if change.revision.rpartition("-")[0] != self._run:
            raise Refusal(409, "the server was started anew since this page was loaded: look again and repeat it")
        if change.revision == self.revision:
            return False
        gone = [id for id in change.person_ids if id not in album.person_ids]
        if gone:
            raise Refusal(409, "another tab has changed these people meanwhile: look again and repeat it")
        if change.kind in ("undo", "redo"):
            raise Refusal(409, "another tab has changed the album meanwhile: look again before going back")
        return True

    def _meant(self, change: Change, album: Album) -> set[str]:
        """Faces that the change itself speaks of."""
        people = [album.person(id) for id in change.person_ids if id in album.person_ids]
        theirs = (face.id for p in people for face in album.people.faces_of(p)) if change.kind == "merge" else ()
        return {*change.faces, *theirs}

    def _put(self, after: Album, change: Change) -> str:
        """Have tabs see the album; what the step is called."""
        with self._reading:
            if change.kind == "undo":
                self._undone.append(self._done.pop())
                word = self._undone[-1]
            elif change.kind == "redo":
                self._done.append(self._undone.pop())
                word = self._done[-1]
            else:
                word = WORDS[change.kind]
                if after is not self._album:
                    self._done.append(word)
                    self._undone.clear()
            self._album = after
            self._n_changes += 1
        return word

    # ------------------------------------------------------------------------------------------------------ new photos

    def begin_scan(self) -> Callable[[Ticket], None] | None:
        """The work of looking for new photos, for a thread; None if it is under way."""
        if self._shelf.why_no_scan:
            raise Refusal(409, self._shelf.why_no_scan)
        with self._reading:
            if self._scan is not None and self._scan.is_running:
                return None
            self._scan = ScanState()
            self._ticket = Ticket()
        return self._look_for_photos

    @property
    def ticket(self) -> Ticket:
        """Of the search that runs."""
        return self._ticket

    def cancel_scan(self) -> None:
        """Have the search end soon; what it found is kept."""
        self._ticket.cancel()

    def scan_was_off(self) -> None:
        """The search was called off before it began."""
        self._tell_scan(is_running=False, is_cancelled=True)

    def _look_for_photos(self, ticket: Ticket) -> None:
        def tell(done: int, total: int, _: str) -> None:
            self._tell_scan(done=done, total=total)

        before = {face.id for face in self.album.faces.faces}
        try:
            found = self._shelf.scan(tell, lambda: ticket.is_cancelled)
            self._tell_scan(is_placing=True)
            with self._changing:
                after = self.album.with_faces(found.faces)
                self._shelf.save(after)
                with self._reading:
                    self._album, self._skipped = after, found.skipped
                    self._n_changes += 1
                    self._generation += 1
                    self._shown.clear()
            n_new = sum(face.id not in before for face in found.faces.faces)
            self._tell_scan(is_running=False, is_placing=False, n_new=n_new, is_cancelled=ticket.is_cancelled)
        except Cancelled:
            self._tell_scan(is_running=False, is_cancelled=True)
        except (OSError, ValueError, ImportError) as error:
            self._tell_scan(is_running=False, error=str(error))
        except Exception as error:
            _log.exception("the search for photos failed")
            self._tell_scan(is_running=False, error=f"frenemy failed: {type(error).__name__}: {error}")

    def _tell_scan(self, **news: Any) -> None:
        with self._reading:
            self._scan = replace(self._scan or ScanState(), **news)


def _shown(photo: Photo, shelf: Shelf) -> bytes:
    from PIL import Image

    name = shelf.name_of(photo.paths[0])
    try:
        data = shelf.read_photo(photo)
    except OSError as error:
        reason = "it was moved or deleted" if isinstance(error, FileNotFoundError) else error.strerror or str(error)
        raise Refusal(404, f"{name} cannot be read: {reason}; look for new photos") from error
    if hashlib.sha256(data).hexdigest()[: len(photo.id)] != photo.id:
        raise Refusal(410, f"{name} has changed since it was scanned; look for new photos")
    try:
        pixels = read_photo(data, most_side=_SHOWN_SIDE).pixels
    except ValueError as error:
        raise Refusal(422, f"{name}: {error}") from error
    file = BytesIO()
    Image.fromarray(pixels).save(file, "JPEG", quality=87)
    return file.getvalue()


def _look_of(faces: Faces) -> str:
    """Another one when thumbnails of the same ids may look different: they are kept by browsers."""
    return hashlib.sha256(json.dumps([faces.describer, len(faces.faces)]).encode()).hexdigest()[:12]
