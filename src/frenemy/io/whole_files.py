"""Files that are written whole or not at all: beside, to the disk, then under their own name."""

from __future__ import annotations

import errno
import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from frenemy.io.source import PathOrFile

#: What systems and drives answer that cannot sync a folder; the file itself is on the disk by then.
_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EACCES, errno.EPERM, errno.EBADF}


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
    """Write files that belong together, given as paths and their contents, as :func:`files_written_whole`."""
    with files_written_whole(*contents) as names:
        for path, content in contents.items():
            with errors_naming(path, names[path]), open(names[path], "wb") as file:
                file.write(content)


@contextmanager
def files_written_whole(*paths: str) -> Iterator[dict[str, str]]:
    """Temporary names for files that belong together, by path, to write to.

    All are written under temporary names in the same folders, and renamed, in the order given, when the last one is
    complete and on the disk. An interrupt, a full disk or a missing folder leaves the old files as they were.
    """
    with ExitStack() as stack:
        # A stack unwinds backwards, so the files get their names in the order given.
        names = {path: stack.enter_context(file_written_whole(path)) for path in reversed(paths)}
        yield names
        for path, name in names.items():  # before the first one is renamed: this is where a full disk may show
            with errors_naming(path, name):
                _sync(name)


@contextmanager
def file_written_whole(path: str, *, temporary_name: str | None = None, sync: bool = True) -> Iterator[str]:
    """A temporary name with the extension of ``path``, to write to; at the end it is renamed to ``path``.

    The content is on the disk before the new name is, and the name is when this ends: a killed process or a crash of
    the machine leaves either the old file or the new one. After an error the old file is as it was, and an error of
    the disk names ``path``.

    Parameters
    ----------
    path : str
        For files that other code writes, or that are too large to build in memory.
    temporary_name : str, optional
        The name in the same folder until then.
    sync : bool
        Whether it must survive a crash of the machine; no for files that no later process reads.
    """
    place = os.path.realpath(path)  # a link stays a link: the file it points to is replaced
    if _is_device(place):
        yield place
        return
    folder, name = os.path.split(place)
    temporary = os.path.join(folder, temporary_name or f".{secrets.token_hex(6)}.{name[-100:]}")
    try:
        with errors_naming(path, temporary):
            yield temporary
            if sync:
                _sync(temporary)
            if os.path.isfile(place):
                os.chmod(temporary, os.stat(place).st_mode & 0o777)
            os.replace(temporary, place)
            if sync:
                _sync_folder(folder)
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _sync(path: str) -> None:
    if _is_device(path):
        return
    with open(path, "rb+" if os.name == "nt" else "rb") as file:  # it may be read-only, as a copy of such a file is
        os.fsync(file.fileno())


def _sync_folder(folder: str) -> None:
    """So that the new name survives a crash; where folders cannot be synced, the system does it later."""
    if os.name == "nt":
        return
    try:
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise


@contextmanager
def errors_naming(path: str, temporary: str) -> Iterator[None]:
    """Errors without a file, or of a temporary one, name ``path``, which the user knows."""
    try:
        yield
    except OSError as error:
        if error.filename not in (None, temporary) or isinstance(error, BrokenPipeError):
            raise
        if error.errno is None:  # some libraries give a text only
            raise OSError(f"{path}: {error}") from error
        raise OSError(error.errno, error.strerror or os.strerror(error.errno), path) from error


def _is_device(place: str) -> bool:
    """Whether it is a pipe or a device such as ``/dev/null``, which must not be replaced by a file."""
    return os.path.exists(place) and not os.path.isfile(place) and not os.path.isdir(place)
