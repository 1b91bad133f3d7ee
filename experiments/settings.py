"""What was asked for."""

from __future__ import annotations

import shlex
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
    methods, sets, anew : tuple of str
        Methods and sets to measure, all if empty, and methods to measure again, each by how its name begins; where
        the experiment has such.
    n_pictures : int, optional
        So many of each set, all if None.
    scale : float, optional
        Of width and height, for methods that take minutes at full size; None for what the experiment has.
    machine : dict
        What it is run on, as it was at the start.
    """

    name: str
    out: Path
    quick: bool = False
    fresh: bool = False
    folders: tuple[Path, ...] = ()
    methods: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    anew: tuple[str, ...] = ()
    n_pictures: int | None = None
    scale: float | None = None
    machine: dict[str, str] = field(default_factory=lambda: machine("experiments"))

    @property
    def command(self) -> str:
        """What gives the same rows; not what was measured again."""
        options = [f"--folder {shlex.quote(str(folder))}" for folder in self.folders]
        options += [f"--methods {shlex.quote(name)}" for name in self.methods]
        options += [f"--sets {shlex.quote(name)}" for name in self.sets]
        options += [f"--pictures {self.n_pictures}"] * (self.n_pictures is not None)
        options += [] if self.scale is None else [f"--scale {self.scale:g}"]
        return " ".join(["python -m experiments", self.name, *["--quick"] * self.quick, *options])
