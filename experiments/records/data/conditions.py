"""Disturbances of the pairs before they are clustered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from experiments.records.data.scored_pairs import ScoredPairs
from experiments.records.data.thinned import thinned_pairs, thinned_records, with_fewer_rules
from experiments.records.data.wrong_pairs import with_groups, with_isolated

CLEAN, FEWER_RULES, FEWER_RULES_AND_WRONG = "clean", "fewer rules", "fewer rules, 5 % wrong"


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
    n_draws : int
    """

    change: Callable[[ScoredPairs, float, int], ScoredPairs]
    amounts: tuple[float, ...]
    about: str
    axis: str
    n_draws: int = 3


def _as_they_are(scored: ScoredPairs, amount: float, seed: int) -> ScoredPairs:  # noqa: ARG001
    return scored


def _few_and_wrong(scored: ScoredPairs, recall: float, seed: int) -> ScoredPairs:
    return with_isolated(scored if recall == 1.0 else with_fewer_rules(scored, recall, seed), max(NOISE), seed)


RECALLS = (0.5, 0.6, 0.7, 0.8, 0.9)
NOISE = (0.01, 0.02, 0.05)
THIN = (0.2, 0.4, 0.6)

CONDITIONS = {
    CLEAN: Condition(_as_they_are, (0.0,), "the pairs as they are", "", n_draws=1),
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
    FEWER_RULES: Condition(with_fewer_rules, RECALLS, "only some blocking rules are used", "recall", n_draws=1),
    FEWER_RULES_AND_WRONG: Condition(
        _few_and_wrong,
        (*RECALLS, 1.0),
        "only some blocking rules are used, and wrong strong pairs are added between records at random",
        "recall",
        n_draws=1,
    ),
}
