"""Quality of the pair scores before clustering."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit
from scipy.stats import rankdata

from experiments.records.data.scored_pairs import ScoredPairs


def pair_quality(scored: ScoredPairs) -> dict[str, float | None]:
    is_true = scored.is_true
    n_true, n_wrong = int(is_true.sum()), int((~is_true).sum())
    if not n_true or not n_wrong:
        return {"listed": scored.blocking_recall, "true_share": n_true / max(len(is_true), 1)}
    rank_sum = rankdata(scored.weight)[is_true].sum()
    return {
        "listed": scored.blocking_recall,
        "true_share": n_true / len(is_true),
        "auc": float((rank_sum - n_true * (n_true + 1) / 2) / (n_true * n_wrong)),
        "true_above": float((scored.weight[is_true] > 0).mean()),
        "wrong_above": float((scored.weight[~is_true] > 0).mean()),
        "off": off(scored),
    }


def off(scored: ScoredPairs) -> float:
    """The constant with which the probabilities add up to the number of true pairs, if there are others, too."""
    weight, n_true = scored.weight, int(scored.is_true.sum())
    if not 0 < n_true < len(weight):
        return 0.0
    reach = float(np.abs(weight).max()) + 50.0
    return float(brentq(lambda constant: expit(weight + constant).sum() - n_true, -reach, reach))
