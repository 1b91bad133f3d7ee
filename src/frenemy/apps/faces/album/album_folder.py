"""An album in a folder: scanned faces, corrections, and the resulting table and page."""

from __future__ import annotations

import os
import warnings

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.corrections.corrections import Corrections
from frenemy.apps.faces.corrections.corrections_json import corrections_from_json, corrections_to_json
from frenemy.apps.faces.corrections.undo_json import CorrectionStep, UndoWriter, history_from_json
from frenemy.apps.faces.export.people_csv import people_csv
from frenemy.apps.faces.export.people_page import people_page
from frenemy.apps.faces.people import People
from frenemy.apps.faces.people.face_problem import SAME_PHOTO
from frenemy.apps.faces.photos.scan_cache import KeptScan, ScanCache
from frenemy.apps.history import History
from frenemy.io.whole_files import write_all_whole

FACES, CORRECTIONS, UNDO = "faces.sqlite", "corrections.json", "undo.json"
TABLE, PAGE = "people.csv", "people.html"
ALBUM_FILES = (FACES, CORRECTIONS, UNDO, TABLE, PAGE)


class AlbumFolder:
    """A folder with ``faces.sqlite`` (scanned faces), ``corrections.json`` (the user's corrections), ``undo.json`` (the
    steps that led to them), and the results, ``people.csv`` and ``people.html``.

    Only the corrections cannot be computed again. They are written whole or not at all, never over a file that cannot
    be read, and never over one that another program has changed since it was read here.

    Parameters
    ----------
    path : path
        The folder; created when something is written.

    Examples
    --------
    >>> import os, tempfile
    >>> from frenemy.apps.faces import faces_from_embeddings
    >>> from frenemy.apps.faces.album import Album
    >>> from frenemy.apps.faces.album.album_folder import AlbumFolder
    >>> faces = faces_from_embeddings([[0.0], [0.1]])
    >>> with tempfile.TemporaryDirectory() as place:
    ...     folder = AlbumFolder(place)
    ...     album = Album(faces, folder.read_corrections()).name(0, "Ann")
    ...     folder.save(album)
    ...     folder.write_outcome(album.people)
    ...     sorted(os.listdir(place)), AlbumFolder(place).read_corrections() == album.corrections
    (['corrections.json', 'people.csv', 'people.html', 'undo.json'], True)
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = os.fspath(path)
        self._seen: bytes | None = None
        self._undo = UndoWriter()

    def at(self, name: str) -> str:
        """The path of a file in the folder."""
        return os.path.join(self.path, name)

    # ------------------------------------------------------------------------------------------------------- reading

    def last_scan(self) -> KeptScan:
        """The last scan; no photo is opened."""
        if not os.path.isfile(self.at(FACES)):
            raise ValueError(
                f"{self.path}: there is no album here ({FACES} is missing); "
                f"make one: frenemy faces photos/ -o {self.path}"
            )
        with ScanCache(self.at(FACES)) as cache:
            scan = cache.last_scan()
        if scan is None:
            raise ValueError(
                f"{self.path}: no scan is complete yet; continue with frenemy faces photos/ -o {self.path}"
            )
        return scan

    def read_corrections(self) -> Corrections:
        """The corrections; none if there is no file yet."""
        content = self._content()
        if content is None:
            self._seen = None
            return Corrections()
        name = self.at(CORRECTIONS)
        hint = "repair it, or move it away to begin without corrections; nothing was changed"
        try:
            corrections = corrections_from_json(content.decode("utf-8-sig"), name=name)
        except UnicodeDecodeError as error:
            raise ValueError(f"{name}: this is not UTF-8 text (byte {error.start}); {hint}") from None
        except ValueError as error:
            raise ValueError(f"{error}; {hint}") from None
        self._seen = content  # only a readable file may be overwritten
        return corrections

    def same_photo(self) -> float:
        """The stored penalty for one person being twice in a photo."""
        with ScanCache(self.at(FACES)) as cache:
            kept = cache.setting("same_photo")
        return SAME_PHOTO if kept is None else kept

    def keep_same_photo(self, same_photo: float) -> None:
        """Store it for later runs and the page."""
        with ScanCache(self.at(FACES)) as cache:
            cache.keep_setting("same_photo", same_photo)

    def open(self, *, same_photo: float | None = None, seed: int = 0, threads: int = 1) -> Album:
        """The album of the last scan and the corrections; ``same_photo`` is by default as stored."""
        corrections = self.read_corrections()
        faces = self.last_scan().faces
        weight = self.same_photo() if same_photo is None else same_photo
        steps = self._steps(corrections)
        return Album(faces, corrections, same_photo=weight, seed=seed, threads=threads, history=steps)

    # ------------------------------------------------------------------------------------------------------- writing

    def save(self, album: Album) -> None:
        """Write the corrections and their steps; an error if another program has changed the file."""
        content = corrections_to_json(album.corrections).encode()
        there = self._content()
        if there is None and not album.corrections and not album.can_undo and not album.can_redo:
            self._seen = None
            return
        if there not in (self._seen, content):
            what = "deleted" if there is None else "changed"
            raise ValueError(
                f"{self.at(CORRECTIONS)} was {what} by another program since it was read: open the album again to "
                "continue from there; nothing was written"
            )
        os.makedirs(self.path, exist_ok=True)
        undo = self._undo.text(album.history).encode()
        # The steps first: wherever a crash falls, the corrections are one of them.
        write_all_whole({self.at(UNDO): undo} | ({} if there == content else {self.at(CORRECTIONS): content}))
        self._seen = content

    def write_outcome(self, people: People, *, photos: str | os.PathLike[str] | None = None, page: bool = True) -> None:
        """Write ``people.csv`` and ``people.html``; faces on the page link to their photos in ``photos``."""
        contents = {self.at(TABLE): people_csv(people)}
        if page:
            contents[self.at(PAGE)] = people_page(
                people, photos=None if photos is None else self._relative_path(photos)
            )
        os.makedirs(self.path, exist_ok=True)
        write_all_whole(contents)

    def _relative_path(self, photos: str | os.PathLike[str]) -> str:
        try:
            return os.path.relpath(os.path.realpath(photos), os.path.realpath(self.path)).replace(os.sep, "/")
        except ValueError:  # another drive
            return os.path.realpath(photos).replace(os.sep, "/")

    def _content(self, name: str = CORRECTIONS) -> bytes | None:
        try:
            with open(self.at(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def _steps(self, corrections: Corrections) -> History[CorrectionStep] | None:
        """The steps that led to these corrections; None if another program wrote them."""
        content = self._content(UNDO)
        try:
            return None if content is None else history_from_json(content.decode(), corrections)
        except ValueError as error:
            warnings.warn(
                f"{self.at(UNDO)} is damaged ({error}), so earlier steps cannot be undone; the corrections are not "
                "touched",
                stacklevel=3,
            )
            return None


def open_album(
    path: str | os.PathLike[str], *, same_photo: float | None = None, seed: int = 0, threads: int = 1
) -> Album:
    """The album in a folder, to read; to save changes, use :class:`AlbumFolder`."""
    return AlbumFolder(path).open(same_photo=same_photo, seed=seed, threads=threads)
