"""What ``frenemy cluster`` was asked for, whatever its input is."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal

from frenemy.run import Stop
from frenemy.solvers import Solver


@dataclass(frozen=True)
class ClusterJob:
    """The options that fit every input, checked.

    Attributes
    ----------
    input, output : str
        ``"-"`` is standard input, or output.
    chosen : Solver
    missing : float, "auto" or None
        What an unlisted pair weighs; None where nothing was said.
    must_link, cannot_link, report : str or None
    as_json, quiet : bool
    """

    input: str
    output: str
    chosen: Solver
    stop: Stop
    seed: int
    threads: int
    missing: float | Literal["auto"] | None
    must_link: str | None
    cannot_link: str | None
    report: str | None
    as_json: bool
    quiet: bool

    def tell(self, line: str) -> None:
        """Say something about the work, unless that is not wanted."""
        if not self.quiet:
            print(line, file=sys.stderr, flush=True)
