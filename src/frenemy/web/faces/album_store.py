"""The interface of album storage: corrections, photos, and scans for new photos."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.photos.face import Faces, Photo, Skipped


class ScanResult(Protocol):
    """The result of a scan for photos."""

    @property
    def faces(self) -> Faces: ...

    @property
    def skipped(self) -> tuple[Skipped, ...]: ...


class AlbumStore(Protocol):
    """Where an album is stored. No path in it comes from a browser."""

    @property
    def title(self) -> str:
        """The title of the album."""

    @property
    def python(self) -> str:
        """A program that opens the same album."""

    @property
    def why_no_scan(self) -> str:
        """Why a scan for new photos is impossible, and what to do; empty if it is possible."""

    def name_of(self, path: str) -> str:
        """The name of a file on the page."""

    def read_photo(self, photo: Photo) -> bytes:
        """The bytes of a photo's file; raises OSError if it is missing."""

    def open(self) -> Album:
        """The stored album."""

    def save(self, album: Album) -> None:
        """Write the corrections to disk; raises ValueError if another program has changed them."""

    def scan(self, report: Callable[[int, int, str], None], is_cancelled: Callable[[], bool]) -> ScanResult:
        """Scan for photos until ``is_cancelled()``; calls ``report(done, total, path)`` after each photo."""

    def close(self) -> None:
        """Called when no tab uses the album any more."""
