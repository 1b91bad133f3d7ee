"""Weighted pairs from rows: a pair with several rows gets the mean of scores or the sum of weights, as in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from frenemy.engines.pairs.regrouping import Slice, pair_order, pairs_in_range, regroup
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.stored_arrays import Array, pair_array, pair_fields, save_array
from frenemy.problem.array_types import Floats, Ints32
from frenemy.problem.checked_arrays import MAX_NODES
from frenemy.tables.repeated_pairs import each_once
from frenemy.tables.weighing.weighing import Weighing

#: The score of a row that only states that its nodes are linked.
NO_SCORE = float("nan")


class WeighedPairs(NamedTuple):
    """Pairs, each once.

    Attributes
    ----------
    u, v : (n_pairs,) int32
    w : (n_pairs,) float64
    counts : dict
        Pairs, pairs whose rows have different scores, and clipped scores.
    """

    u: Ints32
    v: Ints32
    w: Floats
    counts: dict[str, int]


#: The counts of :class:`WeighedPairs`, which are summed over all tasks.
COUNTS = ("n_pairs", "differing_pairs", "clipped_scores")


def weighed(rows: Array, weighing: Weighing) -> WeighedPairs:
    """The pairs of rows in order of first appearance, without rows that have no score.

    If ``weighing`` has open weights, the rows must be all of whole components.
    """
    u, v, score = pair_fields(rows)
    has_score = ~np.isnan(score)
    if not has_score.all():
        u, v, score = u[has_score], v[has_score], score[has_score]
    u, v, score, _, _, n_differing = each_once(
        u, v, score, np.arange(len(u)), MAX_NODES + 1, len(u), is_sum=weighing.kind == "weights"
    )
    made = weighing.of_pairs(u, v, score)
    return WeighedPairs(u, v, made.weights, dict(zip(COUNTS, (len(u), n_differing, made.n_clipped), strict=True)))


@dataclass(frozen=True)
class SortRows:
    """Sorts the rows of a file by pair."""

    source: Slice
    out: Path

    def __call__(self) -> dict[str, Any]:
        rows = self.source.pairs()
        save_array(self.out, rows[pair_order(rows["u"], rows["v"])[0]])
        return {"n": len(rows)}


@dataclass(frozen=True)
class WeighRange:
    """Weighs the pairs of all files with ``low <= u < high``, minus the weight ``missing`` of an unlisted pair."""

    files: tuple[Path, ...]
    low: int
    high: int
    weighing: Weighing
    missing: float
    out: Path

    def __call__(self) -> dict[str, Any]:
        pairs = weighed(pairs_in_range(self.files, self.low, self.high), self.weighing)
        save_array(self.out, pair_array(pairs.u, pairs.v, pairs.w - self.missing))
        return pairs.counts


def weigh_rows(
    stages: CheckpointedStages,
    name: str,
    sources: Sequence[Slice],
    weighing: Weighing,
    *,
    n_nodes: int,
    max_rows: int,
    missing: float,
) -> tuple[tuple[Path, ...], list[dict[str, int]]]:
    """Files of the pairs of all rows, each pair once, and the counts of each file.

    Parameters
    ----------
    max_rows : int
        About how many rows a task weighs.
    missing : float
        The weight of an unlisted pair, subtracted from each weight.
    """
    return regroup(
        stages,
        name,
        sources,
        n_nodes=n_nodes,
        max_pairs=max_rows,
        chunk=("sort", SortRows),
        merge=("weigh", lambda files, low, high, out: WeighRange(files, low, high, weighing, missing, out)),
    )
