"""The weight of the pairs between components, all of which are cut."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from frenemy.engines.components.routing import Routed
from frenemy.engines.pairs.repeated_rows import weighed
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.tables.weighing.weighing import Weighing


@dataclass(frozen=True)
class WeighBetween:
    """The total weight of the pairs of a task, each pair once."""

    routed: Routed
    task: int
    weighing: Weighing

    def __call__(self) -> dict[str, Any]:
        pairs = weighed(self.routed.pairs(self.task), self.weighing)
        if pairs.w.max(initial=0.0) > 0.0:
            # The mean score of a pair lies between the scores of its rows, none of which attracts.
            raise ValueError(
                "weights must not decrease where scores increase: a pair attracts although all its rows repel"
            )
        return {"weight": float(pairs.w.sum()), **pairs.counts}


class BetweenComponents(NamedTuple):
    """The total weight and number of the pairs between components, and the counts of each task."""

    weight: float
    n_pairs: int
    counts: list[dict[str, Any]]


def weigh_between(stages: CheckpointedStages, routed: Routed, weighing: Weighing) -> BetweenComponents:
    first = routed.n_small + routed.n_large
    tasks = {str(at): WeighBetween(routed, first + at, weighing) for at in range(routed.n_between)}
    results = list(stages.run("between parts", tasks).values())
    return BetweenComponents(fsum(one["weight"] for one in results), sum(one["n_pairs"] for one in results), results)
