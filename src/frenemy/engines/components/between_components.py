"""The weight of the pairs between components, all of which are cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from frenemy.engines.components.routing import Routed
from frenemy.engines.pairs.repeated_rows import weighed
from frenemy.engines.scratch.stored_arrays import Array
from frenemy.tables.weighing.weighing import Weighing


@dataclass(frozen=True)
class WeighBetween:
    """The total weight of the pairs of a task."""

    routed: Routed
    task: int
    weighing: Weighing

    def __call__(self) -> dict[str, Any]:
        return weigh_between(self.routed.pairs(self.task), self.weighing)


def weigh_between(rows: Array, weighing: Weighing) -> dict[str, Any]:
    """The total weight of the pairs of rows between components, each pair once."""
    pairs = weighed(rows, weighing)
    if pairs.w.max(initial=0.0) > 0.0:
        # The mean score of a pair lies between the scores of its rows, none of which attracts.
        raise ValueError("weights must not decrease where scores increase: a pair attracts although all its rows repel")
    return {"weight": float(pairs.w.sum()), **pairs.counts}
