"""Files of a run, written under a temporary name that says which process writes them, and moved when complete.

So a file under its own name is complete even if its writer was killed, two processes can write the same file, and the
temporary files of dead processes can be recognized and deleted.

Each file is on the disk before its name is, and its record in ``done`` comes later: after a crash of the machine, a run
never resumes from a file that is empty or full of zeros. For 2 million pairs in 166 files this took 1.6 of 13.6 seconds
(ext4 on a virtual disk). A temporary scratch folder cannot be resumed from, so its files are not synced.
"""

from __future__ import annotations

import json
import os
import re
import socket
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from frenemy.io.disk_space import is_full, no_space
from frenemy.io.lock_file import is_alive
from frenemy.io.whole_files import file_written_whole

#: How the name of a temporary scratch folder begins.
TEMPORARY = "frenemy-scratch-"


@contextmanager
def written_whole(path: Path, n_bytes: int | None = None) -> Iterator[Path]:
    """A temporary name to write to, moved to ``path`` at the end; after an error it is deleted.

    Parameters
    ----------
    path : Path
        Its folder is made if it does not exist.
    n_bytes : int, optional
        The size of the file, for the error message if the disk is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    name = f"{path.name}.{_host()}-{os.getpid()}-{uuid.uuid4().hex}.partial"
    try:
        is_kept = not any(part.startswith(TEMPORARY) for part in path.parts)
        with file_written_whole(str(path), temporary_name=name, sync=is_kept) as partial:
            yield Path(partial)
    except OSError as error:
        if is_full(error):
            raise no_space(path, n_bytes) from error
        raise


def write_json(path: Path, value: Any) -> None:
    with written_whole(path) as partial:
        partial.write_text(json.dumps(value))


def read_json(path: Path, parts: Collection[str] = ()) -> dict[str, Any]:
    """What :func:`write_json` wrote: an object with these parts; a ValueError that names the file if it is damaged."""
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise damaged(path, str(error)) from error
    if not isinstance(found, dict) or not set(parts) <= set(found):
        raise damaged(path, f"it must hold {', '.join(parts) or 'an object'}")
    return found


def damaged(path: Path, reason: str) -> ValueError:
    """The error for a scratch file that does not hold what was written to it, and the way out."""
    is_empty = path.exists() and not path.stat().st_size
    return ValueError(
        f"{path} is damaged ({'it is empty' if is_empty else reason}); delete the scratch folder and run it again"
    )


def delete_partial(folder: Path, *, is_done: bool = False) -> None:
    """Delete the temporary files of dead processes, of this machine only, as those of others may be alive.

    If the run ``is_done``, delete the temporary files of all processes.
    """
    for file in folder.rglob("*.partial"):
        writer = re.fullmatch(r".*\.(?P<host>[^.]*)-(?P<pid>\d+)-[0-9a-f]{32}\.partial", file.name)
        if writer is None:
            continue
        pid = int(writer["pid"])
        is_dead = writer["host"] == _host() and (pid == os.getpid() or not is_alive(pid))
        if is_dead or is_done:
            file.unlink(missing_ok=True)


def _host() -> str:
    return socket.gethostname().replace(".", "_")
