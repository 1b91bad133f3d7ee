"""The options of ``frenemy cluster`` that apply to every input."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Literal

from frenemy.run import Stop
from frenemy.solvers import Solver


@dataclass(frozen=True)
class ClusterJob:
    """The options that apply to every input, checked.

    Attributes
    ----------
    input, output : str
        ``"-"`` is standard input, or output.
    chosen : Solver
    missing : float, "auto" or None
        The weight of an unlisted pair; None if not given.
    must_link, cannot_link, decisions, report : str or None
    decision_weight : float or None
        What a decision counts, in nats; None if decisions hold for certain.
    as_json, quiet : bool
    safe_csv : bool
        Whether texts in CSV files must not run as formulas in spreadsheets.
    has_nodes : bool
        Whether a table of all records was given.
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
    decisions: str | None
    decision_weight: float | None
    report: str | None
    as_json: bool
    quiet: bool
    safe_csv: bool
    has_nodes: bool

    def print_line(self, line: str) -> None:
        """Print a line to standard error, unless ``quiet``."""
        if not self.quiet:
            print(line, file=sys.stderr, flush=True)
