"""A set of draws that is told in one line, or column, of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from experiments.faces.draws import Draw, Plan
from experiments.faces.sheet import CLUSTERINGS, Sheet
from experiments.results_file import Row

#: A draw, the name of a method and a seed to a row without its keys.
Measure = Callable[[Draw, str, int], Row]


class Shown(Protocol):
    """How a method is told and drawn."""

    @property
    def about(self) -> str: ...
    @property
    def color(self) -> str: ...
    @property
    def line(self) -> str: ...
    @property
    def missing(self) -> str | None: ...
    @property
    def most_draws(self) -> int | None: ...


@dataclass(frozen=True)
class Group:
    """
    Attributes
    ----------
    part : str
        Which part of the page it belongs to.
    plan : Plan
    ks : tuple of int
        How many classes are to be found.
    n_draws : int
        For each of them.
    methods : dict
        By name.
    measure : callable
    sheet : Sheet
        What is measured, and where it is kept.
    about : str
        In a sentence, for the page.
    """

    part: str
    plan: Plan
    ks: tuple[int, ...]
    n_draws: int
    methods: Mapping[str, Shown]
    measure: Measure
    sheet: Sheet = CLUSTERINGS
    about: str = ""

    @property
    def name(self) -> str:
        return f"{self.part}: {self.plan.name}"
