"""Groups that are Gaussian, or nearly so."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import pdist

from experiments.vectors.data.labeled_rows import Features, LabeledRows, Labels, labeled

MIN_SIZE = 5
N_TRIES = 30


def gaussian_groups(
    rng: np.random.Generator,
    n_rows: int,
    n_groups: int,
    n_columns: int,
    gap: float,
    *,
    uneven: float = 0.0,
    spread: float = 0.0,
    is_stretched: bool = False,
    tails: int | None = None,
) -> LabeledRows:
    """Groups of standard deviation 1 whose nearest centers are ``gap`` apart.

    ``uneven`` and ``spread`` are the standard deviations of the logarithms of sizes and of widths. A stretched group
    has another width in every direction. ``tails`` are the degrees of freedom of Student's t in place of a Gaussian.
    """
    sizes = _sizes(rng, n_rows, n_groups, uneven)
    centers = _centers(rng, n_groups, n_columns, gap)
    groups = []
    for center, size in zip(centers, sizes, strict=True):
        points = rng.normal(0, 1, (size, n_columns))
        if tails:
            points /= np.sqrt(rng.chisquare(tails, (size, 1)) / tails)
        if is_stretched:
            turn, _ = np.linalg.qr(rng.normal(0, 1, (n_columns, n_columns)))
            points = points * np.exp(rng.uniform(-1, 0.7, n_columns)) @ turn
        if spread:
            points *= np.exp(rng.normal(0, spread))
        groups.append(center + points)
    return labeled(np.concatenate(groups), np.repeat(np.arange(n_groups), sizes))


def _sizes(rng: np.random.Generator, n_rows: int, n_groups: int, uneven: float) -> Labels:
    shares = np.exp(rng.normal(0, uneven, n_groups)) if uneven else np.ones(n_groups)
    return np.maximum(MIN_SIZE, (shares / shares.sum() * n_rows).astype(int))


def _centers(rng: np.random.Generator, n_groups: int, n_columns: int, gap: float) -> Features:
    """Of many tries, the one with the least gap largest beside the median distance."""
    # The first is not used, and drawn all the same: without it, all sets would be others than those tuned on.
    tries = rng.normal(0, 1, (1 + N_TRIES, n_groups, n_columns))[1:]
    best: Features = max(tries, key=lambda centers: pdist(centers).min() / np.median(pdist(centers)))
    return best * gap / pdist(best).min()
