"""The scratch folder: belongs to one run, and lets it resume."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from frenemy.engines.scratch.partial_files import TEMPORARY, delete_partial, read_json, write_json
from frenemy.io.lock_file import locked

ABOUT = "about.json"
LOCK = "lock.json"


@contextmanager
def scratch_folder(folder: str | os.PathLike[str] | None, about: dict[str, Any]) -> Iterator[Path]:
    """A folder to work in: the given one, or a temporary one.

    A given folder is kept. After a successful run it holds a few small files that identify the finished run; after any
    other, all that is complete, so that the next run resumes.

    Parameters
    ----------
    folder : path, optional
    about : dict
        The inputs and options of the run, as JSON. A folder of a run with others is an error, and so is a folder in
        use.
    """
    if folder is None:
        with tempfile.TemporaryDirectory(prefix=TEMPORARY, ignore_cleanup_errors=True) as name:
            yield Path(name)
        return
    path = Path(folder).absolute()
    path.mkdir(parents=True, exist_ok=True)
    if not (path / ABOUT).exists() and not all(map(_is_beginning, path.iterdir())):
        raise ValueError(f"scratch must be a new or empty folder, or that of the same run; {path} is neither")
    with locked(path / LOCK, what=f"scratch {path}", otherwise="Wait for it or give another folder"):
        _check_about(path, json.loads(json.dumps(about)))
        try:
            delete_partial(path)
            yield path
        finally:
            delete_partial(path)


def _is_beginning(file: Path) -> bool:
    """Whether a run that was killed at once leaves such a file."""
    return file.name == LOCK or (file.name.startswith(f"{ABOUT}.") and file.suffix == ".partial")


def _check_about(path: Path, about: dict[str, Any]) -> None:
    file = path / ABOUT
    if not file.exists():
        write_json(file, about)
    refuse_other_run(path, read_json(file), about)


def refuse_other_run(folder: object, known: dict[str, Any], about: dict[str, Any]) -> None:
    """Raise an error that names what differs from the run that a folder belongs to."""
    changed = sorted(name for name in {*known, *about} if known.get(name) != about.get(name))
    if changed:
        raise ValueError(
            f"scratch {folder} belongs to a run with other {', '.join(changed)}; give another folder, or delete it"
        )
