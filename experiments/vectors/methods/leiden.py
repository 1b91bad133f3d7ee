"""Leiden on a graph of nearest neighbors, where igraph is installed: it is under the GPL, so it is never required."""

from __future__ import annotations

import random
from functools import partial

import numpy as np

from experiments.vectors.data.labeled_rows import Features, Labels
from experiments.vectors.methods.method import VectorMethod, from_features

N_NEIGHBORS = 15
N_ITERATIONS = 10
RESOLUTIONS = (0.1, 0.2, 0.5, 0.7, 1.0, 1.5, 2.0, 5.0, 10.0)
RESOLUTION = 1.0  # the best of them by the mean ARI of the first 40 sets of the tuning part
NEEDS = ("igraph", "sklearn.neighbors")
COLOR = "#a6761d"


def leiden(features: Features, *, resolution: float) -> Labels:
    """Communities by modularity with a resolution.

    Traag, Waltman & van Eck, "From Louvain to Leiden: guaranteeing well-connected communities", 2019.
    """
    import igraph

    igraph.set_random_number_generator(random.Random(0))
    graph = igraph.Graph(n=len(features), edges=_neighbor_pairs(features))
    found = graph.community_leiden("modularity", resolution=resolution, n_iterations=N_ITERATIONS)
    return np.array(found.membership)


def leiden_chosen() -> VectorMethod:
    return VectorMethod(
        from_features(partial(leiden, resolution=RESOLUTION)),
        f"modularity of the graph of {N_NEIGHBORS} nearest neighbors, resolution {RESOLUTION:g}: the best of "
        f"{len(RESOLUTIONS)} on the tuning part",
        COLOR,
        needs=NEEDS,
    )


def leiden_by_resolution() -> dict[str, VectorMethod]:
    """By name; for the tuning part."""
    return {
        f"Leiden at {resolution:g}": VectorMethod(
            from_features(partial(leiden, resolution=resolution)), f"resolution {resolution:g}", COLOR, ":", NEEDS
        )
        for resolution in RESOLUTIONS
    }


def _neighbor_pairs(features: Features) -> Labels:
    """Each pair once, if either is among the nearest of the other."""
    from sklearn.neighbors import NearestNeighbors

    n_rows = len(features)
    nearest = NearestNeighbors(n_neighbors=min(N_NEIGHBORS, n_rows - 1)).fit(features).kneighbors(return_distance=False)
    pairs = np.column_stack((np.repeat(np.arange(n_rows), nearest.shape[1]), nearest.ravel()))
    return np.unique(np.sort(pairs, axis=1), axis=0)
