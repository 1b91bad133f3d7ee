"""Labeled pairs of rows: of one class or not, in given shares."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import pdist

from experiments.faces.data.rows import Classes, Features


def labeled_pairs(
    features: Features, classes: Classes, *, share: float | None = None
) -> tuple[Features, npt.NDArray[np.bool_]]:
    """Distances of pairs and whether they are of one class; ``share`` of them are, all pairs are taken if None."""
    u, v = np.triu_indices(len(classes), 1)
    is_same = classes[u] == classes[v]
    distances = pdist(features)
    if share is None:
        return distances, is_same
    same, different = np.flatnonzero(is_same), np.flatnonzero(~is_same)
    n_same = min(len(same), int(len(different) * share / (1.0 - share)))
    n_different = round(n_same * (1.0 - share) / share)
    rng = np.random.default_rng(0)
    kept = np.concatenate((rng.permutation(same)[:n_same], rng.permutation(different)[:n_different]))
    return distances[kept], is_same[kept]
