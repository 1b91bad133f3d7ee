"""Rows of scores to pairs of weights: one with several rows has the mean of their scores, as in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.repeated_pairs import each_once
from frenemy.apps.records.weighing import Weighing
from frenemy.checked_arrays import MAX_NODES
from frenemy.distributed.regrouping import Slice, key_order, regroup, within
from frenemy.distributed.stages import Stages
from frenemy.distributed.stored_arrays import ends, pair_array, save_array

#: The score of a row that only says that its nodes are linked, and weighs nothing.
NO_SCORE = float("nan")


class WeighedPairs(NamedTuple):
    """Each pair once.

    Attributes
    ----------
    u, v : (n_pairs,) int32
    w : (n_pairs,) float64
    counts : dict
        ``n_pairs``, those whose rows differed, and those whose score was cut.
    """

    u: npt.NDArray[np.int32]
    v: npt.NDArray[np.int32]
    w: npt.NDArray[np.float64]
    counts: dict[str, int]


#: What all tasks together count.
COUNTS = ("n_pairs", "differing_pairs", "clipped_scores")


def weighed(rows: npt.NDArray[Any], weighing: Weighing) -> WeighedPairs:
    """The pairs of rows, in the order of the rows, without those that have no score."""
    u, v, score = ends(rows)
    has_score = ~np.isnan(score)
    if not has_score.all():
        u, v, score = u[has_score], v[has_score], score[has_score]
    u, v, score, _, _, n_differing = each_once(u, v, score, np.arange(len(u)), MAX_NODES + 1, len(u))
    made = weighing(score)
    return WeighedPairs(u, v, made.weights, dict(zip(COUNTS, (len(u), n_differing, made.n_clipped), strict=True)))


@dataclass(frozen=True)
class SortRows:
    """Rows of a file, sorted by their pairs."""

    source: Slice
    out: Path

    def __call__(self) -> dict[str, Any]:
        rows = self.source.pairs()
        save_array(self.out, rows[key_order(rows["u"], rows["v"])[0]])
        return {"n": len(rows)}


@dataclass(frozen=True)
class WeighRange:
    """The pairs of all files whose smaller node is in a range.

    Attributes
    ----------
    less : float
        What is taken off each weight.
    """

    files: tuple[Path, ...]
    low: int
    high: int
    weighing: Weighing
    less: float
    out: Path

    def __call__(self) -> dict[str, Any]:
        found = weighed(within(self.files, self.low, self.high), self.weighing)
        save_array(self.out, pair_array(found.u, found.v, found.w - self.less))
        return found.counts


def weigh_rows(
    stages: Stages,
    name: str,
    sources: Sequence[Slice],
    weighing: Weighing,
    *,
    n_nodes: int,
    at_once: int,
    less: float,
) -> tuple[tuple[Path, ...], list[dict[str, int]]]:
    """Files of the pairs that rows are, each once, and what there is to count in each.

    Parameters
    ----------
    at_once : int
        Rows that are worked on at once.
    less : float
        What is taken off each weight.
    """
    return regroup(
        stages,
        name,
        sources,
        n_nodes=n_nodes,
        at_once=at_once,
        chunk=("sort", SortRows),
        merge=("weigh", lambda files, low, high, out: WeighRange(files, low, high, weighing, less, out)),
    )
