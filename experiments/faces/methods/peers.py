"""Methods that people use today to group faces, each tuned on the people to learn from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.spatial.distance import pdist, squareform

from experiments.faces.data.rows import Classes, Features, Labels
from experiments.faces.methods.chinese_whispers import chinese_whispers
from experiments.faces.methods.method import Clusterer
from experiments.faces.methods.tuning import thresholds, to_tune_on, tuned
from experiments.noise import noise_alone

MIN_SIZES = (2, 3, 5)  # of clusters
DBSCAN_NEIGHBORS = (2, 3, 5)  # 1 is single linkage
MIN_NEIGHBORS = (1, 2, 3, 5)
N_COARSE = 16  # thresholds for what is slow


def linkage(features: Features, classes: Classes, *, rule: str) -> Clusterer:
    """Average linkage cut at a distance; single linkage is the connected components of all nearer pairs."""
    from scipy.cluster.hierarchy import fcluster
    from scipy.cluster.hierarchy import linkage as hierarchy

    features, classes = to_tune_on(features, classes)
    tree = hierarchy(pdist(features), rule)
    threshold = tuned(lambda t: fcluster(tree, t, "distance"), thresholds(features, classes), classes)

    def cluster(test: Features, seed: int) -> Labels:  # noqa: ARG001
        if len(test) < 2:
            return np.zeros(len(test), np.intp)
        return np.asarray(fcluster(hierarchy(pdist(test), rule), threshold, "distance"))

    return cluster


def dbscan(features: Features, classes: Classes) -> Clusterer:
    from sklearn.cluster import DBSCAN

    def labels(distances: Features, setting: tuple[int, float]) -> Labels:
        least, radius = setting
        return noise_alone(DBSCAN(eps=radius, min_samples=least, metric="precomputed").fit_predict(distances))

    features, classes = to_tune_on(features, classes)
    settings = list(product(DBSCAN_NEIGHBORS, thresholds(features, classes, N_COARSE)))
    return _on_distances(labels, settings, features, classes)


def hdbscan(features: Features, classes: Classes) -> Clusterer:
    from sklearn.cluster import HDBSCAN

    def labels(distances: Features, setting: tuple[str, int, int]) -> Labels:
        selection, size, neighbors = setting
        fitted = HDBSCAN(
            min_cluster_size=size,
            min_samples=min(neighbors, len(distances)),
            cluster_selection_method=selection,
            metric="precomputed",
            copy=True,
        )
        return noise_alone(fitted.fit_predict(distances))

    features, classes = to_tune_on(features, classes)
    settings = list(product(("eom", "leaf"), MIN_SIZES, MIN_NEIGHBORS))
    return _on_distances(labels, settings, features, classes)


def whispers(features: Features, classes: Classes, *, is_weighted: bool) -> Clusterer:
    """On all pairs nearer than a threshold; the weights are 1, or fall to 0 at the threshold."""

    def labels(distances: Features, threshold: float, seed: int = 0) -> Labels:
        near = distances <= threshold
        np.fill_diagonal(near, False)
        weights = np.maximum(threshold - distances, 1e-9) if is_weighted else 1.0
        return chinese_whispers(sp.csr_array(np.where(near, weights, 0.0)), seed=seed)

    features, classes = to_tune_on(features, classes)
    distances = squareform(pdist(features))
    threshold = tuned(partial(labels, distances), thresholds(features, classes, N_COARSE), classes)
    return lambda test, seed: labels(squareform(pdist(test)), threshold, seed)


def _on_distances(
    labels: Callable[[Features, Any], Labels], settings: list[Any], features: Features, classes: Classes
) -> Clusterer:
    distances = squareform(pdist(features))
    setting = tuned(partial(labels, distances), settings, classes)

    def cluster(test: Features, seed: int) -> Labels:  # noqa: ARG001
        return labels(squareform(pdist(test)), setting)

    return cluster
