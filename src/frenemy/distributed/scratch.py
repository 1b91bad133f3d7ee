"""A folder for everything in between, which belongs to one run and lets it go on after it was ended."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from frenemy.distributed.stored_arrays import written_whole

_ABOUT = "about.json"


@contextmanager
def scratch_folder(folder: str | os.PathLike[str] | None, about: dict[str, Any]) -> Iterator[Path]:
    """A folder to work in: a new one that is gone at the end, or the one given, which stays.

    Parameters
    ----------
    folder : path, optional
    about : dict
        What the run is about, as JSON. A folder that was begun for something else is an error.
    """
    if folder is None:
        with tempfile.TemporaryDirectory(prefix="frenemy-") as name:
            yield Path(name)
        return
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    plain = json.loads(json.dumps(about))
    try:
        known = json.loads((path / _ABOUT).read_text())
    except FileNotFoundError:
        if any(path.iterdir()):
            raise ValueError(
                f"scratch must be a new or empty folder, or one of the same run; {path} is neither"
            ) from None
        with written_whole(path / _ABOUT) as partial:
            partial.write_text(json.dumps(plain))
        known = plain
    if known != plain:
        changed = sorted(name for name in {*known, *plain} if known.get(name) != plain.get(name))
        raise ValueError(
            f"scratch {path} was begun by a run with other {', '.join(changed)}; give it another folder, or delete it"
        )
    for left in path.rglob("*.partial"):  # of a run that was killed
        left.unlink(missing_ok=True)
    yield path


def clear(folder: Path) -> None:
    """Take away what a run that is done no longer needs."""
    shutil.rmtree(folder, ignore_errors=True)
