"""Labels without small clusters, and labels of new rows."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.neighbors import NearestNeighbors

from frenemy.problem import Labels

_VOTERS = 5  # nearest rows that decide about a new one


def without_fringe(labels: Labels, min_size: int) -> Labels:
    """Labels of the clusters of at least ``min_size`` rows, numbered anew, and -1."""
    if min_size <= 1:
        return labels
    kept = np.bincount(labels) >= min_size
    return np.where(kept, np.cumsum(kept) - 1, -1).astype(np.int32)[labels]


def nearest_labels(rows: npt.NDArray[Any], labels: Labels, new: npt.NDArray[Any], *, metric: str) -> Labels:
    """For each new row, the most frequent label among its 5 nearest rows; rows of label -1 have no say."""
    kept = np.flatnonzero(labels >= 0)
    if len(kept) == 0:
        return np.full(len(new), -1, np.int32)
    search = NearestNeighbors(n_neighbors=min(_VOTERS, len(kept)), metric=metric).fit(rows[kept])
    votes = labels[kept][search.kneighbors(new, return_distance=False)]
    counts = (votes[:, :, None] == votes[:, None, :]).sum(axis=2)
    return np.asarray(votes[np.arange(len(new)), counts.argmax(axis=1)], np.int32)  # ties: the nearest row
