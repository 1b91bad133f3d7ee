"""Methods that people use on scored pairs today."""

from __future__ import annotations

from functools import lru_cache, partial
from math import log

import numpy as np
from scipy.special import expit

from experiments.records.data.scored_pairs import Labels, ScoredPairs
from experiments.records.methods.average_link import average_link
from experiments.records.methods.hindsight import best_threshold
from experiments.records.methods.merges import Merges
from experiments.records.methods.method import PairsMethod
from experiments.records.methods.single_link import single_link

COMPONENTS_BEST, AVERAGE_BEST, LOG_ODDS_BEST = "components, best", "average link, best", "average log-odds, best"
PROBABILITIES = (0.5, 0.9, 0.95)
MIN_MEAN = 1e-3  # probability: no one cuts below


def peers() -> dict[str, PairsMethod]:
    """By name, in the order of the tables."""
    made = {
        COMPONENTS_BEST: PairsMethod(
            _components_best,
            "pairs above a threshold are joined; the best threshold of all",
            "#cc0000",
            ":",
            sees_truth=True,
        )
    }
    for probability in PROBABILITIES:
        made[f"components at {probability:g}"] = PairsMethod(
            partial(_components, threshold=log(probability / (1.0 - probability))),
            f"pairs with a probability of at least {probability:g} are joined"
            + (", as in splink's examples" if probability == 0.95 else ""),
            "#cc0000",
            {0.5: "-.", 0.9: "--", 0.95: "-"}[probability],
        )
    return made | {
        "best links": PairsMethod(
            best_links, "each record is joined to its best partner, if that is more likely than not", "#e69f00"
        ),
        AVERAGE_BEST: PairsMethod(
            _average_best,
            "mean probability, 0 for pairs not compared; the best threshold of all",
            "#8a3d90",
            ":",
            sees_truth=True,
        ),
        "average link at 0.5": PairsMethod(
            lambda scored: _probability_merges(scored).labels(0.5),
            "the same, down to 0.5, much as dedupe does",
            "#8a3d90",
        ),
        LOG_ODDS_BEST: PairsMethod(
            _log_odds_best,
            "mean log-odds, the lowest there is for pairs not compared; the best threshold of all",
            "#009e73",
            ":",
            sees_truth=True,
        ),
        "average log-odds at 0": PairsMethod(
            lambda scored: _log_odds_merges(scored).labels(0.0), "the same, down to 0", "#009e73"
        ),
    }


def best_links(scored: ScoredPairs) -> Labels:
    """Pairs that are the best of either record and above 0 are joined."""
    best = np.full(scored.n, -np.inf)
    np.maximum.at(best, scored.u, scored.weight)
    np.maximum.at(best, scored.v, scored.weight)
    is_best = (scored.weight >= best[scored.u]) | (scored.weight >= best[scored.v])
    return _components(scored.kept(is_best), threshold=0.0)


def _components(scored: ScoredPairs, *, threshold: float) -> Labels:
    return single_link(scored.n, scored.u, scored.v, scored.weight).labels(threshold)


def _components_best(scored: ScoredPairs) -> Labels:
    return _best(single_link(scored.n, scored.u, scored.v, scored.weight), scored)


def _average_best(scored: ScoredPairs) -> Labels:
    return _best(_probability_merges(scored), scored)


def _log_odds_best(scored: ScoredPairs) -> Labels:
    return _best(_log_odds_merges(scored), scored)


@lru_cache(1)  # the same merges are cut twice
def _probability_merges(scored: ScoredPairs) -> Merges:
    return average_link(scored.n, scored.u, scored.v, expit(scored.weight), unlisted=0.0, least=MIN_MEAN)


@lru_cache(1)
def _log_odds_merges(scored: ScoredPairs) -> Merges:
    lowest = float(scored.weight.min(initial=0.0))
    return average_link(scored.n, scored.u, scored.v, scored.weight, unlisted=lowest - 1e-9, least=lowest)


def _best(merges: Merges, scored: ScoredPairs) -> Labels:
    return merges.labels(best_threshold(merges, scored.truth))
