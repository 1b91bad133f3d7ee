"""How well weights separate pairs of one class from other pairs."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.stats import rankdata

from experiments.faces.measures.sheet import Sheet

PAIRS = Sheet("faces_metric", ("n_same", "n_other", "auc", "eer", "loss"))


def pair_scores(weights: npt.NDArray[np.float64], is_same: npt.NDArray[np.bool_]) -> dict[str, float]:
    """Scores of pair log-odds; both kinds of pairs have the same total weight."""
    same, other = np.sort(weights[is_same]), np.sort(weights[~is_same])
    return {
        "n_same": len(same),
        "n_other": len(other),
        "auc": area_under_curve(weights, is_same),
        "eer": equal_error_rate(same, other),
        "loss": float(np.logaddexp(0.0, -same).mean() + np.logaddexp(0.0, other).mean()) / 2.0,
    }


def area_under_curve(weights: npt.NDArray[np.float64], is_same: npt.NDArray[np.bool_]) -> float:
    """Probability that a pair of one class weighs more than another pair; ties count half."""
    n_same = int(is_same.sum())
    above = rankdata(weights)[is_same].sum() - n_same * (n_same + 1) / 2.0
    return float(above / (n_same * (len(is_same) - n_same)))


def equal_error_rate(same: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
    """The error rate at the threshold where both kinds have the same one; both are sorted."""
    thresholds = np.append(np.unique(np.concatenate((same, other))), np.inf)
    missed = np.searchsorted(same, thresholds) / len(same)
    accepted = 1.0 - np.searchsorted(other, thresholds) / len(other)
    return float(np.interp(0.0, missed - accepted, missed))
