"""Limits of the server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Size limits of requests and sessions; each a positive number.

    Parameters
    ----------
    upload_bytes : int
        Size of an uploaded file.
    pixels : int
        Size of a picture, read from its header before it is decoded.
    document_bytes : int
        Size of a list of strokes.
    strokes, points : int
        Number of strokes, and of points in all of them.
    session_bytes : int
        Memory of all sessions; the least recently used are deleted first.
    sessions : int
        Number of sessions.
    photos, album_bytes : int
        Number and size of the photos in a temporary album.
    """

    upload_bytes: int = 64_000_000
    pixels: int = 40_000_000
    document_bytes: int = 16_000_000
    strokes: int = 2_000
    points: int = 200_000
    session_bytes: int = 4_000_000_000
    sessions: int = 64
    photos: int = 2_000
    album_bytes: int = 4_000_000_000

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value < 1:
                raise ValueError(f"{name} must be at least 1, got {value}")
