"""Chinese whispers: every node takes the label that most of its neighbors have."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from experiments.faces.data.rows import Labels

MAX_ROUNDS = 30


def chinese_whispers(graph: sp.csr_array, *, seed: int = 0, max_rounds: int = MAX_ROUNDS) -> Labels:
    """Clusters of a graph with positive weights.

    Every node begins with a class of its own. In each round all nodes, in random order, take the class with the
    greatest sum of weights among their neighbors; of equal ones a random one, but the own if it is among them, so that
    it ends. Photo libraries and dlib run it on all pairs of faces nearer than a threshold, each with weight 1.

    Biemann, "Chinese whispers: an efficient graph clustering algorithm and its application to natural language
    processing problems", 2006, figure 2.
    """
    n_nodes = graph.shape[0]
    rng = np.random.default_rng(seed)
    classes = np.arange(n_nodes)
    with_neighbors = np.flatnonzero(np.diff(graph.indptr))
    for _ in range(max_rounds):
        n_changed = 0
        for node in rng.permutation(with_neighbors):
            own = slice(graph.indptr[node], graph.indptr[node + 1])
            sums = np.bincount(classes[graph.indices[own]], weights=graph.data[own], minlength=n_nodes)
            loudest = sums.max() * (1.0 - 1e-12)
            if sums[classes[node]] >= loudest:
                continue
            equal = np.flatnonzero(sums >= loudest)
            classes[node] = equal[rng.integers(len(equal))]
            n_changed += 1
        if n_changed == 0:
            break
    return np.unique(classes, return_inverse=True)[1]
