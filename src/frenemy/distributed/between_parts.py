"""Pairs between parts, which are cut whatever happens: all that is left to do is to weigh them."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from frenemy.apps.records.weighing import Weighing
from frenemy.distributed.repeated_rows import weighed
from frenemy.distributed.routing import Routed
from frenemy.distributed.stages import Stages


@dataclass(frozen=True)
class WeighBetween:
    """The pairs of a task, each once."""

    routed: Routed
    task: int
    weighing: Weighing

    def __call__(self) -> dict[str, Any]:
        pairs = weighed(self.routed.pairs(self.task), self.weighing)
        if pairs.w.max(initial=0.0) > 0.0:
            # A mean is between the scores of its rows, none of which attracts.
            raise ValueError("weights must not fall where scores rise: it makes a pair attract whose rows all repel")
        return {"weight": float(pairs.w.sum()), **pairs.counts}


class BetweenParts(NamedTuple):
    """What all weigh together, how many there are, and what there is to count in each task."""

    weight: float
    n_pairs: int
    counts: list[dict[str, Any]]


def weigh_between(stages: Stages, routed: Routed, weighing: Weighing) -> BetweenParts:
    """All pairs between parts."""
    first = routed.n_small + routed.n_large
    tasks = {str(at): WeighBetween(routed, first + at, weighing) for at in range(routed.n_between)}
    told = list(stages.run("between parts", tasks).values())
    return BetweenParts(fsum(one["weight"] for one in told), sum(one["n_pairs"] for one in told), told)
