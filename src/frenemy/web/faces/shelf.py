"""Where an album is kept, and where its photos are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from frenemy.apps.faces.album import Album
from frenemy.apps.faces.face import Faces, Photo, Skipped


class Found(Protocol):
    """What a search for photos gives."""

    @property
    def faces(self) -> Faces: ...

    @property
    def skipped(self) -> tuple[Skipped, ...]: ...


class Shelf(Protocol):
    """A place for an album. No name in it comes from a browser."""

    @property
    def title(self) -> str:
        """What the album is called."""

    @property
    def python(self) -> str:
        """A program that opens the same album."""

    @property
    def why_no_scan(self) -> str:
        """Why new photos cannot be looked for, and what to do; empty if they can."""

    def name_of(self, path: str) -> str:
        """What a photo or file is called on the page."""

    def read_photo(self, photo: Photo) -> bytes:
        """The bytes of a photo's file; OSError where it is gone."""

    def open(self) -> Album:
        """The album as it is kept."""

    def save(self, album: Album) -> None:
        """Put what was said on disk; ValueError where somebody else has written there since."""

    def scan(self, tell: Callable[[int, int, str], None], is_off: Callable[[], bool]) -> Found:
        """Look for photos; ``tell(done, total, path)`` after each, until ``is_off()``."""

    def close(self) -> None:
        """Nobody looks at it any more."""
