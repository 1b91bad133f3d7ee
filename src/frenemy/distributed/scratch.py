"""A folder for everything in between, which belongs to one run and lets it go on after it was ended."""

from __future__ import annotations

import json
import os
import re
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from frenemy.distributed.run_lock import LOCK, is_alive, locked
from frenemy.distributed.stored_arrays import written_whole

ABOUT = "about.json"


@contextmanager
def scratch_folder(folder: str | os.PathLike[str] | None, about: dict[str, Any]) -> Iterator[Path]:
    """A folder to work in: a new one that is gone at the end, or the one given.

    That one stays. If all went well, only small files are left in it, by which the same run is known to be done;
    otherwise everything that was finished, so that the next one goes on from there.

    Parameters
    ----------
    folder : path, optional
    about : dict
        What the run is about, as JSON. A folder that was begun for something else is an error, and so is one in which
        another run is at work.
    """
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="frenemy-", ignore_cleanup_errors=True) as name:
            yield Path(name)
        return
    path = Path(folder).absolute()
    path.mkdir(parents=True, exist_ok=True)
    if not (path / ABOUT).exists() and any(one.name != LOCK for one in path.iterdir()):
        raise ValueError(f"scratch must be a new or empty folder, or one of the same run; {path} is neither")
    with locked(path):
        _check_about(path, json.loads(json.dumps(about)))
        try:
            clear_partial(path)
            yield path
        finally:
            clear_partial(path)


def _check_about(path: Path, plain: dict[str, Any]) -> None:
    file = path / ABOUT
    if not file.exists():
        with written_whole(file) as partial:
            partial.write_text(json.dumps(plain))
    known = json.loads(file.read_text())
    if known != plain:
        changed = sorted(name for name in {*known, *plain} if known.get(name) != plain.get(name))
        raise ValueError(
            f"scratch {path} was begun by a run with other {', '.join(changed)}; give it another folder, or delete it"
        )


def clear_partial(folder: Path, *, is_done: bool = False) -> None:
    """Delete files that were begun by processes that are gone, or by any if there is nothing left to do.

    Until then those of other machines stay, as they may be at work.
    """
    host = socket.gethostname().replace(".", "_")
    for left in folder.rglob("*.partial"):
        of = re.fullmatch(r".*\.(?P<host>[^.]*)-(?P<pid>\d+)-[0-9a-f]{32}\.partial", left.name)
        if of is None:
            continue
        is_gone = of["host"] == host and (int(of["pid"]) == os.getpid() or not is_alive(int(of["pid"])))
        if is_gone or is_done:
            left.unlink(missing_ok=True)
