"""Errors of a full disk."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

_FULL = {getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG") if hasattr(errno, name)}


def is_full(error: BaseException) -> bool:
    """Whether there is no room left, on the disk or of what a user or a file may have."""
    return isinstance(error, OSError) and error.errno in _FULL


def no_space(path: Path, n_bytes: int | None) -> OSError:
    """The error for a file that could not be written; ``n_bytes`` is its size, if known."""
    size = "" if n_bytes is None else f" of {n_bytes:,} bytes"
    return OSError(
        errno.ENOSPC,
        f"no space left for {path}{size}, {shutil.disk_usage(path.parent).free:,} bytes are free there",
    )


def reserve(file: int, n_bytes: int) -> None:
    """Reserve disk space for a file before it is mapped: writing to a page without space kills the process."""
    if hasattr(os, "posix_fallocate") and n_bytes:
        os.posix_fallocate(file, 0, n_bytes)
