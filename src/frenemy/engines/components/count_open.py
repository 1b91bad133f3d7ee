"""Counts of the pairs of a task that no third record supports, which add up to those of all pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from frenemy.affinity.self_calibration.confident_pairs import confident_pairs
from frenemy.affinity.self_calibration.self_calibration import CONFIDENT
from frenemy.engines.components.routing import Routed
from frenemy.engines.pairs.repeated_rows import weighed
from frenemy.engines.scratch.stored_arrays import Array
from frenemy.tables.weighing.weighing import Weighing


@dataclass(frozen=True)
class CountOpen:
    """Counts the pairs of whole components; ``weighing`` is by the scores alone."""

    routed: Routed
    task: int
    weighing: Weighing

    def __call__(self) -> dict[str, Any]:
        return count_open(self.routed.pairs(self.task), self.weighing)


def count_open(rows: Array, weighing: Weighing) -> dict[str, Any]:
    """The counts of the pairs of rows, as lists."""
    pairs = weighed(rows, weighing)
    return confident_pairs(pairs.u, pairs.v, pairs.w, above=CONFIDENT).counts().as_lists()
