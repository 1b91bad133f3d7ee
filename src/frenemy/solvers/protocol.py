"""What a solver is."""

from __future__ import annotations

from typing import Protocol

from frenemy.problem import Labels, Problem
from frenemy.run import Run


class Solver(Protocol):
    """A value that maps labels to labels of at most the same energy.

    ``start`` is int32 labels ``0..k-1``, one per node. The result is one whole number per node, not negative: equal
    numbers share a cluster, and gaps do not matter. Other results are a ValueError. Write your own as a frozen
    dataclass whose fields are its parameters, or as a plain function; every solver nests in every other.
    """

    def __call__(self, problem: Problem, start: Labels, run: Run) -> Labels: ...
