"""The bytes of a file, a pipe or an open file, unpacked, with a name for error messages."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from dataclasses import dataclass
from typing import IO, Any

#: A path, ``"-"`` for standard input or output, or an open file.
PathOrFile = str | os.PathLike[str] | IO[Any]

#: The same, or the content itself.
PathFileOrBytes = PathOrFile | bytes

_GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True)
class Source:
    """What was read.

    Attributes
    ----------
    name : str
        Its name in error messages.
    data : bytes
        The content, unpacked.
    suffix : str
        The file's extension in lower case, without ``.gz``; may be empty.
    """

    name: str
    data: bytes
    suffix: str


def load(where: PathOrFile) -> Source:
    """Read and unpack it; an OSError if it cannot be read, a ValueError if it is empty or a broken gzip file."""
    name, raw = load_bytes(where)
    data = _unpacked(name, raw) if raw.startswith(_GZIP_MAGIC) else raw
    if not data:
        raise ValueError(f"{name}: is empty")
    return Source(name, data, suffix_of(name))


def load_bytes(where: PathFileOrBytes, *, default_name: str = "the open file") -> tuple[str, bytes]:
    """Name and bytes without unpacking gzip, so that untrusted data does not grow; a ValueError if it is empty."""
    name, raw = (default_name, where) if isinstance(where, bytes) else _name_and_bytes(where, default_name)
    if not raw:
        raise ValueError(f"{name}: is empty")
    return name, raw


def suffix_of(name: str) -> str:
    """``.csv`` for ``pairs.csv`` and for ``pairs.CSV.gz``."""
    lower = name.lower().removesuffix(".gz")
    return os.path.splitext(lower)[1]


def _name_and_bytes(where: PathOrFile, default_name: str) -> tuple[str, bytes]:
    if isinstance(where, (str, os.PathLike)):
        path = os.fspath(where)
        if path == "-":
            return "standard input", sys.stdin.buffer.read()
        with open(path, "rb") as file:
            return path, file.read()
    if not hasattr(where, "read"):
        raise ValueError(f"give a path or an open file, got {type(where).__name__}")
    content = where.read()
    name = getattr(where, "name", None)
    shown = name if isinstance(name, str) else default_name
    return shown, content.encode() if isinstance(content, str) else bytes(content)


def _unpacked(name: str, raw: bytes) -> bytes:
    try:
        return gzip.decompress(raw)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{name}: a broken or truncated gzip file ({error})") from None
