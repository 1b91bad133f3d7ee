"""Agreement of clusters with classes; small clusters are counted separately, as outliers are often alone."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from experiments.faces.data.rows import Labels

SCORES = ("n", "k_found", "k3_true", "k3_found", "k5_true", "k5_found", "purity", "ari", "b3_precision", "b3_recall")
SCORES = (*SCORES, "b3_f")


def scores(labels: Labels, truth: Labels) -> dict[str, float]:
    """``k3`` and ``k5`` count clusters, and classes, with at least 3 and 5 members."""
    found = np.unique(labels, return_counts=True)[1]
    true = np.unique(truth, return_counts=True)[1]
    b_cubed = fr.metrics.b_cubed(labels, truth)
    return {
        "n": len(truth),
        "k_found": len(found),
        "k3_true": int((true >= 3).sum()),
        "k3_found": int((found >= 3).sum()),
        "k5_true": int((true >= 5).sum()),
        "k5_found": int((found >= 5).sum()),
        "purity": fr.metrics.purity(labels, truth),
        "ari": fr.metrics.adjusted_rand_index(labels, truth),
        "b3_precision": b_cubed.precision,
        "b3_recall": b_cubed.recall,
        "b3_f": b_cubed.f1,
    }
