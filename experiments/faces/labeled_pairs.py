"""Pairs of rows that are of one class or not, in the shares that are asked for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import pdist

from experiments.faces.rows import Classes, Features


def labeled_pairs(
    features: Features, classes: Classes, *, share: float | None = None
) -> tuple[Features, npt.NDArray[np.bool_]]:
    """Distances of pairs and whether they are of one class, so many of each kind that ``share`` are; all if None."""
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
