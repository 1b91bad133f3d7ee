"""Agreement of clusters with classes, where a row has one."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from experiments.vectors.data.labeled_rows import BACKGROUND, LabeledRows, Labels

SCORES = ("n_rows", "n_columns", "k3_true", "k3_found", "ari", "ami")


def scores(labels: Labels, rows: LabeledRows) -> dict[str, float]:
    """``k3`` counts clusters, and classes, with at least 3 rows."""
    from sklearn.metrics import adjusted_mutual_info_score

    is_scored = rows.truth != BACKGROUND
    found, true = labels[is_scored], rows.truth[is_scored]
    return {
        "n_rows": len(rows.truth),
        "n_columns": rows.features.shape[1],
        "k3_true": _n_of_three(true),
        "k3_found": _n_of_three(found),
        "ari": fr.metrics.adjusted_rand_index(found, true),
        "ami": float(adjusted_mutual_info_score(true, found)),
    }


def _n_of_three(labels: Labels) -> int:
    return int((np.unique(labels, return_counts=True)[1] >= 3).sum())
