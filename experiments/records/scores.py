"""Agreement of entities with the truth, by pairs and by records."""

from __future__ import annotations

import numpy as np

import frenemy as fr
from experiments.records.data.scored_pairs import Labels

SCORES = ("n_found", "pair_precision", "pair_recall", "pair_f", "b3_precision", "b3_recall", "b3_f")


def scores(labels: Labels, truth: Labels) -> dict[str, float]:
    pairs, records = fr.metrics.pairwise(labels, truth), fr.metrics.b_cubed(labels, truth)
    values = (len(np.unique(labels)), *pairs, *records)
    return dict(zip(SCORES, values, strict=True))
