"""Disturbances of the pairs before they are clustered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from experiments.records.data.scored_pairs import ScoredPairs
from experiments.records.data.thinned import thinned_pairs, thinned_records
from experiments.records.data.wrong_pairs import with_groups, with_isolated

CLEAN = "clean"


@dataclass(frozen=True)
class Condition:
    """
    Attributes
    ----------
    change : callable
        Pairs, an amount and a seed to pairs.
    amounts : tuple of float
    about : str
        For the page.
    axis : str
        What the amounts are.
    """

    change: Callable[[ScoredPairs, float, int], ScoredPairs]
    amounts: tuple[float, ...]
    about: str
    axis: str


def _as_they_are(scored: ScoredPairs, amount: float, seed: int) -> ScoredPairs:  # noqa: ARG001
    return scored


NOISE = (0.01, 0.02, 0.05)
THIN = (0.2, 0.4, 0.6)

CONDITIONS = {
    CLEAN: Condition(_as_they_are, (0.0,), "the pairs as they are", ""),
    "isolated": Condition(with_isolated, NOISE, "wrong strong pairs between records at random", "wrong pairs added"),
    "groups": Condition(
        partial(with_groups, max_each=2),
        NOISE,
        "all pairs between two records of one entity and two of another are wrong and strong",
        "wrong pairs added",
    ),
    "whole entities": Condition(
        with_groups, NOISE, "all pairs between two entities of at least two records are", "wrong pairs added"
    ),
    "fewer pairs": Condition(thinned_pairs, THIN, "this share of the pairs was never compared", "pairs left out"),
    "hard records": Condition(
        thinned_records, THIN, "this share of the records keeps a fifth of its pairs", "records hard to block"
    ),
}
