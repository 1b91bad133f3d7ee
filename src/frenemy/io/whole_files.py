"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

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
    """Write files that belong together, given as paths and their contents.

    All are written under temporary names in the same folders, and renamed when the last one is complete. An interrupt,
    a full disk or a missing folder leaves the old files as they were.
    """
    with ExitStack() as stack:
        # A stack unwinds backwards, so the files get their names in the order given.
        names = {path: stack.enter_context(file_written_whole(path)) for path in reversed(list(contents))}
        for path, content in contents.items():
            _write(path, names[path], content)


@contextmanager
def file_written_whole(path: str, *, temporary_name: str | None = None) -> Iterator[str]:
    """A temporary name with the extension of ``path``, to write to; at the end it is renamed to ``path``.

    For files that other code writes, or that are too large to build in memory. After an error the old file is as it
    was. ``temporary_name`` is the name in the same folder until then.
    """
    place = os.path.realpath(path)  # a link stays a link: the file it points to is replaced
    if _is_device(place):
        yield place
        return
    folder, name = os.path.split(place)
    temporary = os.path.join(folder, temporary_name or f".{secrets.token_hex(6)}.{name[-100:]}")
    try:
        yield temporary
        with _errors_naming(path):
            if os.path.isfile(place):
                os.chmod(temporary, os.stat(place).st_mode & 0o777)
            os.replace(temporary, place)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _write(path: str, temporary: str, content: bytes) -> None:
    with _errors_naming(path), open(temporary, "wb") as file:
        file.write(content)


@contextmanager
def _errors_naming(path: str) -> Iterator[None]:
    """Errors name ``path``, which the user knows, and not a temporary file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _is_device(place: str) -> bool:
    """Whether it is a pipe or a device such as ``/dev/null``, which must not be replaced by a file."""
    return os.path.exists(place) and not os.path.isfile(place) and not os.path.isdir(place)
