"""Settings are chosen on the classes to learn from, by B-cubed F1; the others are never used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from scipy.spatial.distance import pdist

import frenemy as fr
from experiments.faces.data.rows import Classes, Features, Labels, Rows

Setting = TypeVar("Setting")

N_THRESHOLDS = 40
MAX_CLASSES = 40  # to choose settings on: more take minutes and change little
SAME = 1e-9  # scores that are as near as this to the best are the best, too


def tuned(cluster: Callable[[Setting], Labels], settings: Sequence[Setting], classes: Classes) -> Setting:
    """The setting with the best B-cubed F; of several adjacent ones, the middle one."""
    found = np.array([fr.metrics.b_cubed(cluster(setting), classes).f1 for setting in settings])
    is_best = found >= found.max() - SAME
    first = int(np.argmax(is_best))
    n_best = int(np.argmin(np.append(is_best[first:], False)))
    return settings[first + n_best // 2]


def to_tune_on(features: Features, classes: Classes) -> tuple[Features, Classes]:
    """The first classes: they are in random order."""
    few = Rows(features, classes).of(np.arange(MAX_CLASSES))
    return few.features, few.classes


def thresholds(features: Features, classes: Classes, n_thresholds: int = N_THRESHOLDS) -> list[float]:
    """Distances from near the smallest within a class to the median between classes."""
    distances = pdist(features)
    u, v = np.triu_indices(len(classes), 1)
    is_same = classes[u] == classes[v]
    low = np.quantile(distances[is_same], 0.02)
    high = np.quantile(distances[~is_same], 0.5)
    return np.linspace(low, high, n_thresholds).tolist()
