"""Methods that people use on vectors today, each at one setting."""

from __future__ import annotations

import warnings

import numpy as np
from scipy.spatial.distance import pdist, squareform

from experiments.noise import noise_alone
from experiments.vectors.data.labeled_rows import Features, LabeledRows, Labels
from experiments.vectors.methods.leiden import leiden_chosen
from experiments.vectors.methods.method import VectorMethod, from_features

KMEANS = "k-means told k"
MIN_SIZE = 5  # of HDBSCAN's clusters
N_CUTS = 25
DAMPING = 0.9
NEEDS = ("sklearn.cluster",)


def peers() -> dict[str, VectorMethod]:
    """By name, in the order of the tables."""
    return {
        KMEANS: VectorMethod(
            _kmeans, "the best of 5 starts, with the true number of classes", "#999999", "--", NEEDS, sees_truth=True
        ),
        "HDBSCAN": VectorMethod(
            from_features(_hdbscan),
            f"of scikit-learn, min_cluster_size {MIN_SIZE}; noise is alone",
            "#d55e00",
            needs=NEEDS,
        ),
        "Leiden": leiden_chosen(),
        "average link": VectorMethod(
            from_features(average_link),
            f"the cut with the highest silhouette, of {N_CUTS} from 2 clusters to half as many as rows",
            "#8a3d90",
            needs=("sklearn.metrics", "scipy.cluster.hierarchy"),
        ),
        "affinity propagation": VectorMethod(
            from_features(_affinity_propagation),
            f"of scikit-learn, damping {DAMPING:g}, else its defaults",
            "#009e73",
            needs=NEEDS,
        ),
    }


def average_link(features: Features) -> Labels:
    from scipy.cluster.hierarchy import fcluster, linkage
    from sklearn.metrics import silhouette_score

    distances = pdist(features)
    tree, square = linkage(distances, "average"), squareform(distances)
    numbers = np.unique(np.geomspace(2, len(features) // 2, N_CUTS).astype(int))
    cuts = [fcluster(tree, number, "maxclust") for number in numbers]
    split = [labels for labels in cuts if len(np.unique(labels)) > 1]
    if not split:  # all rows are the same
        return np.zeros(len(features), int)
    return max(split, key=lambda labels: silhouette_score(square, labels, metric="precomputed"))


def _kmeans(rows: LabeledRows) -> Labels:
    from sklearn.cluster import KMeans

    return np.asarray(KMeans(rows.n_classes, n_init=5, random_state=0).fit_predict(rows.features))


def _hdbscan(features: Features) -> Labels:
    from sklearn.cluster import HDBSCAN

    return noise_alone(HDBSCAN(min_cluster_size=MIN_SIZE, copy=True).fit_predict(features))


def _affinity_propagation(features: Features) -> Labels:
    from sklearn.cluster import AffinityPropagation
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # its labels are then what users get, too
        return noise_alone(AffinityPropagation(damping=DAMPING, random_state=0).fit_predict(features))
