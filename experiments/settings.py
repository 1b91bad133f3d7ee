"""What was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """The options of one command.

    Attributes
    ----------
    name : str
        The experiment, and the name of its files.
    out : Path
        Where they go.
    quick : bool
        Small, and under a minute.
    fresh : bool
        Whether to start anew instead of going on with rows that are there.
    folders : tuple of Path
        Folders of matrices to measure, where the experiment takes any.
    """

    name: str
    out: Path
    quick: bool = False
    fresh: bool = False
    folders: tuple[Path, ...] = ()
