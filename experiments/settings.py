"""Options of one run."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path

from harness.machine import machine


@dataclass(frozen=True)
class Settings:
    """The options of one command.

    Attributes
    ----------
    name : str
        The experiment, and the name of its files.
    out : Path
        The folder of its files.
    quick : bool
        Small problems, under a minute.
    fresh : bool
        Whether to measure everything again instead of continuing.
    folders : tuple of Path
        Folders of matrices to measure, where the experiment takes any.
    methods, sets, again : tuple of str
        Methods and sets to measure, all if empty, and methods to measure again; each by the beginning of its name.
    n_pictures : int, optional
        Number of pictures of each set, all if None.
    scale : float, optional
        Scale of the pictures for methods that take minutes at full size; None for the default.
    machine : dict
        Hardware and software, at the start.
    """

    name: str
    out: Path
    quick: bool = False
    fresh: bool = False
    folders: tuple[Path, ...] = ()
    methods: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    n_pictures: int | None = None
    scale: float | None = None
    machine: dict[str, str] = field(default_factory=machine)

    @property
    def command(self) -> str:
        """The command that gives the same rows, without ``--again``."""
        options = [f"--folder {shlex.quote(str(folder))}" for folder in self.folders]
        options += [f"--methods {shlex.quote(name)}" for name in self.methods]
        options += [f"--sets {shlex.quote(name)}" for name in self.sets]
        options += [f"--pictures {self.n_pictures}"] * (self.n_pictures is not None)
        options += [] if self.scale is None else [f"--scale {self.scale:g}"]
        return " ".join(["python -m experiments", self.name, *["--quick"] * self.quick, *options])
