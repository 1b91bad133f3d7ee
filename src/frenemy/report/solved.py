"""What a report reads of a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from frenemy.problem import Labels, Problem
from frenemy.run import BoundRound, Round, Status


class Solved(Protocol):
    """A solved problem; :class:`frenemy.Result` is one, and its attributes mean the same here."""

    @property
    def problem(self) -> Problem: ...

    @property
    def labels(self) -> Labels: ...

    @property
    def n_clusters(self) -> int: ...

    @property
    def energy(self) -> float: ...

    @property
    def lower_bound(self) -> float: ...

    @property
    def gap(self) -> float: ...

    @property
    def history(self) -> Sequence[Round]: ...

    @property
    def bounds(self) -> Sequence[BoundRound]: ...

    @property
    def status(self) -> Status: ...

    @property
    def seconds(self) -> float: ...

    @property
    def seed(self) -> int: ...

    @property
    def solver(self) -> object: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...
