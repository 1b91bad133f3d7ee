"""A task that several tools can do: its data, and the call of each tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy.typing as npt

from harness.method import Method
from harness.tables import Column

Labels = npt.ArrayLike


@dataclass(frozen=True)
class Data:
    """
    Attributes
    ----------
    given : tuple
        The arguments of every method.
    size : str
        How much there is, for the table.
    truth : (n,), optional
        The true cluster of each thing.
    objective : callable, optional
        From labels to the number that the methods optimize.
    """

    given: tuple[Any, ...]
    size: str
    truth: Labels | None = None
    objective: Callable[[Labels], float] | None = None


@dataclass(frozen=True)
class Source:
    """
    Attributes
    ----------
    make : callable
        Make or read the data.
    file : Path, optional
        What must be there to read it.
    is_quick : bool
        Whether ``--quick`` measures it.
    """

    make: Callable[[], Data]
    file: Path | None = None
    is_quick: bool = False

    @property
    def is_there(self) -> bool:
        return self.file is None or self.file.exists()


@dataclass(frozen=True)
class Task:
    """
    Attributes
    ----------
    title, aim : str
        Of the table.
    sources : mapping
        Data by name.
    methods : mapping
        By name, each from the arguments in :class:`Data` to one label per thing. Labels below 0 are things left out.
    objective : Column, optional
        The heading and format of the objective.
    """

    title: str
    aim: str
    sources: Mapping[str, Source]
    methods: Mapping[str, Method[Callable[..., Labels]]]
    objective: Column | None = None
