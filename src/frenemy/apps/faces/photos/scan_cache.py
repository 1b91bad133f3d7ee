"""A cache of the faces in photos: no photo is processed twice."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType

import numpy as np

from frenemy.apps.faces.photos.face import Face, Faces, Photo, Skipped
from frenemy.apps.faces.photos.photo_files import PhotoFile
from frenemy.apps.faces.photos.photo_search import Searched

_APPLICATION = 0x66724661  # "frFa": the SQLite application id
_VERSION = 2

# Paths are bytes, as file names need not be valid text. A photo whose reason is NULL was read; it may have no faces.
# The version of pillow (reader) is stored because another version may be able to read a skipped file.
_TABLES = """
CREATE TABLE file (place BLOB PRIMARY KEY, n_bytes INTEGER, mtime_ns INTEGER, photo TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE photo (
    photo TEXT, describer TEXT, width INTEGER, height INTEGER, reason TEXT, reader TEXT,
    PRIMARY KEY (photo, describer)
) WITHOUT ROWID;
CREATE TABLE face (
    photo TEXT, describer TEXT, number INTEGER, box TEXT, landmarks TEXT, confidence REAL, embedding BLOB,
    thumbnail BLOB, PRIMARY KEY (photo, describer, number)
);
CREATE TABLE scan (describer TEXT, root BLOB, n_left INTEGER);
CREATE TABLE scanned (path BLOB PRIMARY KEY, photo TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE skipped (path BLOB PRIMARY KEY, reason TEXT) WITHOUT ROWID;
"""
_SINCE_2 = """
CREATE TABLE named (path BLOB PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE setting (name TEXT PRIMARY KEY, value REAL) WITHOUT ROWID;
"""

# A file modified this recently may change again without a new modification time.
_RECENT_NS = 2_000_000_000


@dataclass(frozen=True, eq=False)
class KeptScan:
    """The last scan in the cache.

    Attributes
    ----------
    faces : Faces
    skipped : tuple of Skipped
    root : str
        The folder that paths are relative to.
    named : tuple of str
        The scanned folders and files.
    n_left : int
        Number of files not processed because the scan was stopped.
    """

    faces: Faces
    skipped: tuple[Skipped, ...]
    root: str
    named: tuple[str, ...]
    n_left: int


class ScanCache:
    """A SQLite file with the faces in photos, written after every photo.

    Parameters
    ----------
    path : path, optional
        Created if it does not exist. By default in memory.

    Raises
    ------
    ValueError
        If the file is damaged, or belongs to another program or version.

    Examples
    --------
    >>> from frenemy.apps.faces.photos.scan_cache import ScanCache
    >>> from frenemy.apps.faces.photos.photo_search import Searched
    >>> with ScanCache() as cache:
    ...     cache.keep("stub", Searched("0a", reason="is empty"))
    ...     cache.known("stub"), cache.reasons("stub")
    ({'0a'}, {'0a': 'is empty'})
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = ":memory:" if path is None else os.fspath(path)
        self._seen: list[tuple[bytes, int, int, str]] = []
        with self._errors_of_file():
            # Not as a URI, and in autocommit mode: transactions are explicit.
            self._database = sqlite3.connect(self.path, timeout=10.0, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._database.close()
                raise

    def _open(self) -> None:
        (application,) = self._database.execute("PRAGMA application_id").fetchone()
        (written_by,) = self._database.execute("PRAGMA user_version").fetchone()
        (n_tables,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if application == 0 and n_tables == 0:
            # Rollback journal instead of WAL, which fails on network drives.
            self._database.executescript(
                f"BEGIN IMMEDIATE; {_TABLES} {_SINCE_2} PRAGMA application_id = {_APPLICATION};"
                f"PRAGMA user_version = {_VERSION}; COMMIT;"
            )
        elif application != _APPLICATION:
            raise ValueError(f"{self.path}: is a database of another program; choose another file or move it away")
        elif written_by == 1:
            self._database.executescript(f"BEGIN IMMEDIATE; {_SINCE_2} PRAGMA user_version = {_VERSION}; COMMIT;")
        elif written_by != _VERSION:
            raise ValueError(
                f"{self.path}: was written by another version of frenemy (format {written_by}, not {_VERSION}); "
                "move it away to scan again"
            )
        self._database.execute("PRAGMA synchronous = FULL")  # a crash of the machine leaves the last commit

    def __enter__(self) -> ScanCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    # Files, by size and modification time.

    def photo_ids(self, files: Iterable[PhotoFile]) -> dict[str, str]:
        """Photo ids, by path, of files that have not changed since they were read."""
        ids = {}
        with self._errors_of_file():
            rows = {
                row[0]: row[1:] for row in self._database.execute("SELECT place, n_bytes, mtime_ns, photo FROM file")
            }
        for file in files:
            n_bytes, mtime_ns, photo = rows.get(_place(file), (None, None, None))
            if photo is not None and (n_bytes, mtime_ns) == (file.n_bytes, file.mtime_ns):
                ids[file.path] = photo
        return ids

    def see(self, file: PhotoFile, photo: str, *, now_ns: int) -> None:
        """Remember the photo of a file; written with the next transaction."""
        if file.mtime_ns < now_ns - _RECENT_NS:
            self._seen.append((_place(file), file.n_bytes, file.mtime_ns, photo))

    # Photos and faces, by content.

    def known(self, describer: str) -> set[str]:
        """Ids of the photos that need not be processed again."""
        query = "SELECT photo FROM photo WHERE describer = ? AND (reason IS NULL OR reader = ?)"
        with self._errors_of_file():
            return {photo for (photo,) in self._database.execute(query, (describer, _reader()))}

    def reasons(self, describer: str) -> dict[str, str]:
        """Reasons for skipping photos, by photo id."""
        query = "SELECT photo, reason FROM photo WHERE describer = ? AND reason IS NOT NULL"
        with self._errors_of_file():
            return dict(self._database.execute(query, (describer,)))

    def keep(self, describer: str, searched: Searched) -> None:
        """Store the result of a photo, in one transaction."""
        rows = [
            (
                *(searched.photo, describer, number),
                *(json.dumps(face.box), json.dumps(face.landmarks), face.confidence),
                *(face.embedding.astype("<f4").tobytes(), face.thumbnail),
            )
            for number, face in enumerate(searched.faces)
        ]
        with self._transaction():
            self._database.execute("DELETE FROM face WHERE photo = ? AND describer = ?", (searched.photo, describer))
            self._database.execute(
                "INSERT OR REPLACE INTO photo VALUES (?, ?, ?, ?, ?, ?)",
                (searched.photo, describer, *searched.size, searched.reason, _reader()),
            )
            self._database.executemany("INSERT INTO face VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)

    def faces(self, describer: str, paths: Mapping[str, str]) -> Faces:
        """The faces in photos, given as paths with photo ids; unreadable photos are left out."""
        paths_of: dict[str, list[str]] = {}
        for path in sorted(paths):
            paths_of.setdefault(paths[path], []).append(path)
        query = "SELECT photo, width, height FROM photo WHERE describer = ? AND reason IS NULL"
        with self._errors_of_file():
            sizes = {photo: (width, height) for photo, width, height in self._database.execute(query, (describer,))}
            photos = {
                photo: Photo(photo, tuple(held), sizes[photo]) for photo, held in paths_of.items() if photo in sizes
            }
            faces = [face for photo in photos for face in self._faces_in(describer, photo)]
        return Faces(tuple(faces), photos, describer)

    def _faces_in(self, describer: str, photo: str) -> Iterator[Face]:
        query = (
            "SELECT number, box, landmarks, confidence, embedding, thumbnail FROM face "
            "WHERE photo = ? AND describer = ? ORDER BY number"
        )
        for number, box, landmarks, confidence, embedding, thumbnail in self._database.execute(
            query, (photo, describer)
        ):
            left, top, right, bottom = json.loads(box)
            points = tuple((x, y) for x, y in json.loads(landmarks))
            row = np.frombuffer(embedding, "<f4").astype(np.float32)
            yield Face(
                f"{photo}-{number}", photo, (left, top, right, bottom), points, confidence, row, bytes(thumbnail)
            )

    # The scan as a whole.

    def keep_scan(
        self,
        describer: str,
        root: str,
        paths: Mapping[str, str],
        skipped: Sequence[Skipped],
        *,
        n_left: int,
        named: Sequence[str] = (),
    ) -> None:
        """Store the files of a scan; replaces the previous scan."""
        with self._transaction():
            for table in ("scan", "scanned", "skipped", "named"):
                self._database.execute(f"DELETE FROM {table}")
            self._database.execute("INSERT INTO scan VALUES (?, ?, ?)", (describer, _bytes(root), n_left))
            self._database.executemany(
                "INSERT INTO scanned VALUES (?, ?)", ((_bytes(path), photo) for path, photo in paths.items())
            )
            self._database.executemany(
                "INSERT INTO skipped VALUES (?, ?)", ((_bytes(one.path), one.reason) for one in skipped)
            )
            self._database.executemany(
                "INSERT OR IGNORE INTO named VALUES (?)", ((_bytes(path),) for path in named or [root])
            )

    def last_scan(self) -> KeptScan | None:
        """The last scan, without reading any photo; None if there is none."""
        with self._errors_of_file():
            row = self._database.execute("SELECT describer, root, n_left FROM scan").fetchone()
            if row is None:
                return None
            describer, root, n_left = row
            paths = {_text(path): photo for path, photo in self._database.execute("SELECT path, photo FROM scanned")}
            skipped = sorted(self._database.execute("SELECT path, reason FROM skipped"))
            named = tuple(_text(path) for (path,) in self._database.execute("SELECT path FROM named"))
        faces = self.faces(describer, paths)
        unread = tuple(Skipped(_text(path), reason) for path, reason in skipped)
        return KeptScan(faces, unread, _text(root), named or (_text(root),), n_left)

    def setting(self, name: str) -> float | None:
        """The stored number of this name, or None."""
        with self._errors_of_file():
            row = self._database.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if row is None else float(row[0])

    def keep_setting(self, name: str, value: float) -> None:
        """Store a number under this name."""
        with self._transaction():
            self._database.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))

    def forget_others(self) -> int:
        """Delete photos that are not in the last scan; returns their number."""
        with self._transaction():
            gone = "photo NOT IN (SELECT photo FROM scanned)"
            (n_gone,) = self._database.execute(f"SELECT count(DISTINCT photo) FROM photo WHERE {gone}").fetchone()
            for table in ("face", "photo", "file"):
                self._database.execute(f"DELETE FROM {table} WHERE {gone}")
        with self._errors_of_file():
            self._database.execute("VACUUM")  # removes deleted data from the file
        return int(n_gone)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._errors_of_file():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.executemany("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?)", self._seen)
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:  # SQLite has rolled back itself if the disk is full
                    self._database.execute("ROLLBACK")
                raise
        self._seen.clear()

    @contextmanager
    def _errors_of_file(self) -> Iterator[None]:
        """Convert SQLite errors to errors that name the file, with a hint."""
        try:
            yield
        except sqlite3.OperationalError as error:  # locked, full, read-only, no such folder
            reason = "is in use by another program; try again later" if "locked" in str(error) else str(error)
            raise OSError(f"{self.path}: {reason}") from error
        except sqlite3.DatabaseError as error:
            raise ValueError(
                f"{self.path}: is damaged or not a scan cache ({error}); move it away to scan again"
            ) from error


def _reader() -> str:
    try:
        return f"pillow {version('pillow')}"
    except PackageNotFoundError:
        return ""


def _place(file: PhotoFile) -> bytes:
    return os.fsencode(os.path.abspath(file.place))


def _bytes(path: str) -> bytes:
    return os.fsencode(path)


def _text(path: bytes) -> str:
    return os.fsdecode(path)
