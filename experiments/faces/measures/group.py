"""A set of draws that gives one row or column of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from experiments.faces.data.draws import Draw, Plan
from experiments.faces.measures.sheet import CLUSTERINGS, Sheet
from harness.method import Method
from harness.results_file import Row

#: A draw, the name of a method and a seed to a row without its keys.
Measure = Callable[[Draw, str, int], Row]


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
    methods: Mapping[str, Method[Any]]
    measure: Measure
    sheet: Sheet = CLUSTERINGS
    about: str = ""

    @property
    def name(self) -> str:
        return f"{self.part}: {self.plan.name}"
