"""How much the server takes on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What is refused, and when old sessions are forgotten; each a positive number.

    Parameters
    ----------
    upload_bytes : int
        The largest file that may be sent.
    pixels : int
        The largest picture, told from the header of the file before anything is decoded.
    document_bytes : int
        The largest list of strokes.
    strokes, points : int
        How many strokes, and points in all of them.
    session_bytes : int
        The memory of all sessions together; those used longest ago are forgotten first.
    sessions : int
        How many sessions there may be.
    photos, album_bytes : int
        How many photos may be dropped for a look at the people in them, and their bytes.
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
