"""One process at a time: a lock file that names the process that holds it."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_WRITE_SECONDS = 10.0  # a lock file without content is stale after this time


@contextmanager
def locked(file: Path, *, what: str, otherwise: str) -> Iterator[None]:
    """Hold a lock; an error if another process, which is or may be alive, holds it.

    Parameters
    ----------
    file : Path
        The lock file, which is deleted at the end. That of a dead process is taken over.
    what : str
        What it is the lock of, for the error.
    otherwise : str
        What else one can do.
    """
    own = {"host": socket.gethostname(), "pid": os.getpid(), "began": start_time(os.getpid()), "time": time.time()}
    while not _created(file, own):
        other = _read(file)
        if other is not None and _may_be_alive(other):
            raise ValueError(
                f"{what} is in use by process {other['pid']} on {other['host']}. {otherwise}; if that process no "
                f"longer exists, delete {file}"
            )
        _remove_stale(file, other)
    try:
        yield
    finally:
        if _read(file) == own:
            file.unlink(missing_ok=True)


def start_time(pid: int) -> str | None:
    """When a process of this machine started, which distinguishes it from a later one with its id; None if unknown."""
    try:
        ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {ticks}"
    except (OSError, IndexError):
        return None


def is_alive(pid: int) -> bool:
    """Whether a process of this machine exists."""
    if os.name == "nt":  # signal 0 would end it
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _created(file: Path, own: dict[str, Any]) -> bool:
    try:
        descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w") as opened:
        opened.write(json.dumps(own))
    return True


def _read(file: Path) -> dict[str, Any] | None:
    """The content of the lock; None if it is gone or was never written."""
    end = time.monotonic() + _WRITE_SECONDS
    while True:
        try:
            content = _content(file)
            is_new = time.time() - file.stat().st_mtime < _WRITE_SECONDS
        except FileNotFoundError:
            return None
        if content is not None or not is_new or time.monotonic() > end:
            return content
        time.sleep(0.05)  # another process is writing it


def _content(file: Path) -> dict[str, Any] | None:
    """What a lock file says; None if that is no lock."""
    try:
        found = json.loads(file.read_text())
    except ValueError:
        return None
    is_lock = isinstance(found, dict) and {"host", "pid", "began"} <= set(found) and isinstance(found["pid"], int)
    return found if is_lock else None


def _may_be_alive(other: dict[str, Any]) -> bool:
    if other["host"] != socket.gethostname():
        return True
    if not is_alive(other["pid"]):
        return False
    started = start_time(other["pid"])
    return started is None or other["began"] is None or started == other["began"]


def _remove_stale(file: Path, seen: dict[str, Any] | None) -> None:
    """Delete the lock of a dead process, unless another process has replaced it with its own since."""
    aside = file.with_name(f"{file.name}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        os.rename(file, aside)
    except FileNotFoundError:
        return
    moved = _content(aside)
    if moved != seen and moved is not None and not file.exists():
        os.rename(aside, file)
    else:
        aside.unlink()
