"""A clustering from a file that was dropped on the page."""

from __future__ import annotations

import zlib

from frenemy.apps.explore.open_file import open_bytes
from frenemy.web.explore.session import ExploreSession

_GZIP = b"\x1f\x8b"
_UNPACKED_TIMES = 8  # a packed file may hold so many times the bytes of an upload


def uploaded_session(body: bytes, name: str, max_bytes: int) -> ExploreSession:
    """Read, solve and open a file; a ``ValueError`` says what is wrong with it.

    Parameters
    ----------
    body : bytes
    name : str
        Its ending says what it holds.
    max_bytes : int
        The largest upload.
    """
    return ExploreSession(open_bytes(_unpacked(body, name, _UNPACKED_TIMES * max_bytes), name))


def _unpacked(body: bytes, name: str, max_bytes: int) -> bytes:
    """The content of a gzipped file, which may not be much larger than an upload; other files as they are."""
    if not body.startswith(_GZIP):
        return body
    unpack = zlib.decompressobj(31)
    try:
        content = unpack.decompress(body, max_bytes)
    except zlib.error as error:
        raise ValueError(f"{name}: a broken gzip file ({error})") from None
    if unpack.unconsumed_tail:
        raise ValueError(f"{name}: unpacks to more than {max_bytes / 1e6:g} MB; open it with frenemy serve {name}")
    if not unpack.eof:
        raise ValueError(f"{name}: a truncated gzip file")
    return content
