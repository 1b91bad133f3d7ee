"""One run at a time in a folder: a file that tells which process has it."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LOCK = "lock.json"
_WRITING_SECONDS = 10.0


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The folder is ours; an error if another process that is alive, or may be, has it."""
    file = folder / LOCK
    own = {"host": socket.gethostname(), "pid": os.getpid(), "began": began(os.getpid()), "time": time.time()}
    while not _created(file, own):
        other = _read(file)
        if other is not None and _may_be_alive(other):
            raise ValueError(
                f"another run is at work in scratch {folder}: process {other['pid']} on {other['host']}. Wait for it "
                f"or give another folder; if it is surely gone, delete {file}"
            )
        _take_away(file, other)
    try:
        yield
    finally:
        if _read(file) == own:
            file.unlink(missing_ok=True)


def began(pid: int) -> str | None:
    """When a process of this machine began, to tell it from a later one with the same number; None if not known."""
    try:
        ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
        return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()} {ticks}"
    except (OSError, IndexError):
        return None


def is_alive(pid: int) -> bool:
    """Whether a process of this machine is there."""
    if os.name == "nt":  # where signal 0 would end it
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
    """What it tells; None if it is gone or was never written."""
    end = time.monotonic() + _WRITING_SECONDS
    while True:
        try:
            told: dict[str, Any] = json.loads(file.read_text())
            return told
        except FileNotFoundError:
            return None
        except ValueError:
            try:
                is_new = time.time() - file.stat().st_mtime < _WRITING_SECONDS
            except FileNotFoundError:
                return None
            if not is_new or time.monotonic() > end:
                return None
            time.sleep(0.05)  # another is just writing it


def _may_be_alive(other: dict[str, Any]) -> bool:
    if other["host"] != socket.gethostname():
        return True
    if not is_alive(other["pid"]):
        return False
    now = began(other["pid"])
    return now is None or other["began"] is None or now == other["began"]


def _take_away(file: Path, seen: dict[str, Any] | None) -> None:
    """Delete what a dead process left, unless somebody else was faster and it is theirs already."""
    aside = file.with_name(f"{LOCK}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        os.rename(file, aside)
    except FileNotFoundError:
        return
    try:
        moved = json.loads(aside.read_text())
    except ValueError:
        moved = None
    if moved != seen and moved is not None and not file.exists():
        os.rename(aside, file)
    else:
        aside.unlink()
