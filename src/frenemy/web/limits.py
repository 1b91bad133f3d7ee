"""Limits of the server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Size limits of requests and sessions; each a positive number, but seconds may be 0.

    Parameters
    ----------
    upload_bytes : int
        Size of an uploaded file.
    pixels : int
        Size of a picture, read from its header before it is decoded.
    uploads : int
        Number of uploads that are read and decoded at the same time; others wait.
    upload_wait_seconds, stalled_seconds : float
        How long an upload waits before it is refused, and how long the server waits for the next part of a body.
    document_bytes : int
        Size of a list of strokes.
    strokes, points : int
        Number of strokes, and of points in all of them.
    names, classes : int
        Number of names of objects, and of classes.
    session_bytes : int
        Memory of all sessions; the least recently used are deleted first.
    sessions : int
        Number of sessions.
    photos, album_bytes : int
        Number and size of the photos in a temporary album.
    """

    upload_bytes: int = 64_000_000
    pixels: int = 40_000_000
    uploads: int = 4
    upload_wait_seconds: float = 20.0
    stalled_seconds: float = 30.0
    document_bytes: int = 16_000_000
    strokes: int = 2_000
    points: int = 200_000
    names: int = 20_000
    classes: int = 1_000
    session_bytes: int = 4_000_000_000
    sessions: int = 64
    photos: int = 2_000
    album_bytes: int = 4_000_000_000

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            least = 0 if name.endswith("_seconds") else 1
            if not value >= least:
                raise ValueError(f"{name} must be at least {least}, got {value}")
