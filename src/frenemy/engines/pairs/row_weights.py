"""From rows of scores to weighted pairs: a pair with several rows gets the mean of scores or the sum of weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from frenemy.engines.scratch.stored_arrays import Array, pair_fields
from frenemy.problem.array_types import Floats, Ints32
from frenemy.problem.checked_arrays import MAX_NODES
from frenemy.tables.options import KnownValues
from frenemy.tables.repeated_pairs import each_once
from frenemy.tables.weighing.weighing import Weighing

#: From scores, as log-odds in nats, to weights.
Weigh = Callable[[Floats], Floats]

#: The score of a row that only states that its nodes are linked.
NO_SCORE = float("nan")


@dataclass(frozen=True)
class Checked:
    """A user's function, checked to return one finite number per score; without a function, the scores."""

    weigh: Weigh | None

    def __call__(self, scores: Floats) -> Floats:
        weights = scores if self.weigh is None else np.asarray(self.weigh(scores), np.float64)
        if weights.shape != scores.shape or not np.isfinite(weights).all():
            raise ValueError("weights must give one finite number for each score")
        return weights


def weighing(kind: KnownValues, weights: Weigh | None, *, prior: float | None, tool_prior: float | None) -> Weighing:
    """The weighing of all rows, before any calibration."""
    return Weighing(kind, prior, tool_prior, Checked(weights))


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
