"""Open a clustering with the decisions that were made about it."""

from __future__ import annotations

import os
import warnings
from pathlib import Path

from frenemy.apps.explore.decisions_file import DecisionsFile, decisions_beside
from frenemy.apps.explore.source import Source
from frenemy.web.explore.session import ExploreSession


def open_session(source: Source, decisions: str | os.PathLike[str] | None = None) -> ExploreSession:
    """A session of the page.

    Parameters
    ----------
    source : Source
    decisions : path, optional
        Where decisions are saved. By default beside the file that was opened; where that cannot be, or where there is
        no file, they are not saved, and the page says so.
    """
    file = _decisions_file(source, decisions)
    try:
        return ExploreSession(source, file)
    except BaseException as error:
        if file is not None:
            file.close()
        if file is not None and isinstance(error, ValueError):  # answers that contradict each other
            raise ValueError(f"{file.path}: {error}") from None
        raise


def _decisions_file(source: Source, decisions: str | os.PathLike[str] | None) -> DecisionsFile | None:
    if decisions is None and source.path is None:
        return None
    path = Path(decisions) if decisions is not None else decisions_beside(source.path, source.things)  # type: ignore[arg-type]
    try:
        return DecisionsFile(path, source.things)
    except OSError as error:
        why = f"decisions cannot be saved in {path}: {error.strerror or error}"
        if decisions is not None:
            raise ValueError(why) from error
        warnings.warn(f"{why}; choose another place by decisions=", stacklevel=2)
        return None
