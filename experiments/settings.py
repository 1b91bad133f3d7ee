"""What was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.machine import machine


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
    machine : dict
        What it is run on, as it was at the start.
    """

    name: str
    out: Path
    quick: bool = False
    fresh: bool = False
    folders: tuple[Path, ...] = ()
    machine: dict[str, str] = field(default_factory=lambda: machine("experiments"))
