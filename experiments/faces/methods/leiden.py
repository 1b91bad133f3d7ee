"""Leiden, where it is installed: it is under the GPL, so the package never imports it."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import pdist

from experiments.faces.data.labeled_pairs import labeled_pairs
from experiments.faces.data.rows import Classes, Features, Labels
from experiments.faces.methods.method import Clusterer
from experiments.faces.methods.tuning import to_tune_on, tuned
from frenemy.affinity import fit_logistic

MIN_PROBABILITY = 0.1  # pairs below have no edge
RESOLUTIONS = tuple(np.linspace(0.2, 0.9, 8).tolist())


def leiden(features: Features, classes: Classes) -> Clusterer:
    """Leiden on pair probabilities, with the resolution of CPM chosen on the known classes.

    Traag, Waltman & van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", 2019.
    """
    import igraph
    import leidenalg

    few, few_classes = to_tune_on(features, classes)
    calibration = fit_logistic(*labeled_pairs(features, classes, share=0.5))

    def labels(rows: Features, resolution: float, seed: int = 0) -> Labels:
        p = calibration.probability(pdist(rows), prior=0.5)
        u, v = np.triu_indices(len(rows), 1)
        kept = p > MIN_PROBABILITY
        graph = igraph.Graph(n=len(rows), edges=np.column_stack((u[kept], v[kept])))
        found = leidenalg.find_partition(
            graph,
            leidenalg.CPMVertexPartition,
            weights=p[kept].tolist(),
            resolution_parameter=resolution,
            seed=seed,
        )
        return np.array(found.membership)

    resolution = tuned(lambda r: labels(few, r), RESOLUTIONS, few_classes)
    return lambda test, seed: labels(test, resolution, seed)
