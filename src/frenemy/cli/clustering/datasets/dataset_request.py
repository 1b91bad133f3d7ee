"""A ``frenemy cluster`` call for a dataset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from frenemy.solvers import Solver


@dataclass(frozen=True)
class DatasetRequest:
    """The options that were given, checked one by one.

    Attributes
    ----------
    inputs : tuple of str
        Files, folders and patterns.
    why : str
        Why they are read as a dataset.
    options : mapping
        Those for :func:`frenemy.solve_dataset`.
    """

    inputs: tuple[str, ...]
    output: str
    why: str
    solver: Solver | None
    seed: int
    options: Mapping[str, Any]
    as_json: bool
    quiet: bool

    @property
    def scratch(self) -> str | None:
        found: str | None = self.options.get("scratch")
        return found
