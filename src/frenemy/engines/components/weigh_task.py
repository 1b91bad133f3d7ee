"""Tasks that weigh rows and solve nothing: pairs between components, open pairs, and pairs of large components."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.affinity.self_calibration.confident_pairs import confident_pairs
from frenemy.affinity.self_calibration.self_calibration import CONFIDENT
from frenemy.engines.components.routing import Routed
from frenemy.engines.pairs.row_weights import weighed
from frenemy.engines.scratch.stored_arrays import Array, pair_array, save_array
from frenemy.tables.weighing.weighing import Weighing


@dataclass(frozen=True)
class WeighBetween:
    """The total weight of the pairs of a task, all of which are cut."""

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


@dataclass(frozen=True)
class CountOpen:
    """Counts the pairs of whole components that no third record supports; ``weighing`` is by the scores alone."""

    routed: Routed
    task: int
    weighing: Weighing

    def __call__(self) -> dict[str, Any]:
        return count_open(self.routed.pairs(self.task), self.weighing)


def count_open(rows: Array, weighing: Weighing) -> dict[str, Any]:
    """The counts of the pairs of rows, as lists, which add up to those of all pairs."""
    pairs = weighed(rows, weighing)
    return confident_pairs(pairs.u, pairs.v, pairs.w, above=CONFIDENT).counts().as_lists()


@dataclass(frozen=True)
class WeighLarge:
    """Writes the pairs of a task of large components, minus the weight ``missing`` of an unlisted pair."""

    routed: Routed
    task: int
    weighing: Weighing
    missing: float
    out: Path

    def __call__(self) -> dict[str, Any]:
        pairs = weighed(self.routed.pairs(self.task), self.weighing)
        save_array(self.out, pair_array(pairs.u, pairs.v, pairs.w - self.missing))
        return pairs.counts
