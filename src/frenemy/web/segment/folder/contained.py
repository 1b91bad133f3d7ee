"""Files of a folder, and of nowhere else: links that lead out are refused."""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

from frenemy.web.request_error import RequestError

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def real_path(root: str, name: str) -> str:
    """Where a file of the folder really is, links followed; a :class:`RequestError` if that is outside.

    Parameters
    ----------
    root : str
        The folder, itself without links (``os.path.realpath``).
    name : str
        Relative to the folder, with ``/``.
    """
    path = os.path.realpath(os.path.join(root, *name.split("/")))
    if not is_within(root, path):
        raise RequestError(422, f"the file {name} is a link that leads out of the folder")
    return path


def is_within(root: str, path: str) -> bool:
    """Whether a path without links is below the folder."""
    try:
        return os.path.commonpath([root, path]) == root != path
    except ValueError:  # on another drive
        return False


def open_contained(root: str, name: str) -> BinaryIO:
    """The file, to read; raises :class:`RequestError` or :class:`OSError`.

    Pipes and devices are refused, not waited for.
    """
    descriptor = os.open(real_path(root, name), _FLAGS)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise RequestError(422, f"the file {name} is a pipe, a device or a folder")
    return os.fdopen(descriptor, "rb")
