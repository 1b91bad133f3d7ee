"""Files that are either written whole or not at all."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from frenemy.io.source import PathOrFile


def write_whole(where: PathOrFile, content: bytes) -> None:
    """Write ``content`` to a path, to standard output (``"-"``) or to an open binary file."""
    if not isinstance(where, (str, os.PathLike)):
        where.write(content)
    elif os.fspath(where) == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        write_all_whole({os.fspath(where): content})


def write_all_whole(contents: Mapping[str, bytes]) -> None:
    """Write files that belong together: paths and what goes there.

    All are written under other names beside their places first, and moved there when the last one is complete. An
    interrupt, a full disk or a folder that is missing leaves what was there before.
    """
    # A link stays a link: what it points to is replaced.
    places = {path: os.path.realpath(path) for path in contents}
    beside = {place: _name_beside(place) for place in places.values() if not _is_device(place)}
    try:
        for path, content in contents.items():
            _write(path, beside.get(places[path], places[path]), content)
        for place, name in beside.items():
            _move(name, place)
    finally:
        for name in beside.values():
            if os.path.exists(name):
                os.unlink(name)


@contextmanager
def file_written_whole(path: str) -> Iterator[str]:
    """A name to write to, with the ending of ``path``: what is there at the end is moved to ``path``.

    For what is written by others, and too large to be built in memory first. If anything goes wrong, what was there
    before stays.
    """
    place = os.path.realpath(path)
    if _is_device(place):
        yield place
        return
    folder, name = os.path.split(place)
    beside = os.path.join(folder, f".{secrets.token_hex(6)}.{name[-100:]}")
    try:
        yield beside
        _move(beside, place)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def _move(name: str, place: str) -> None:
    if os.path.exists(place):
        os.chmod(name, os.stat(place).st_mode & 0o777)
    os.replace(name, place)


def _write(path: str, name: str, content: bytes) -> None:
    """Write to ``name``; errors speak of ``path``, which is what the user knows."""
    try:
        with open(name, "wb") as file:
            file.write(content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _name_beside(place: str) -> str:
    folder, name = os.path.split(place)
    return os.path.join(folder, f".{name[:100]}.{secrets.token_hex(6)}.part")


def _is_device(place: str) -> bool:
    """Whether it is a pipe or a device as ``/dev/null``, which must not be replaced by a file."""
    return os.path.exists(place) and not os.path.isfile(place) and not os.path.isdir(place)
