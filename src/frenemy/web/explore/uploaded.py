"""A clustering from a file that was dropped on the page."""

from __future__ import annotations

from frenemy.apps.explore.open_file import open_bytes
from frenemy.web.explore.session import ExploreSession


def uploaded_session(body: bytes, name: str) -> ExploreSession:
    """Read, solve and open a file; a ``ValueError`` says what is wrong with it."""
    return ExploreSession(open_bytes(body, name))
