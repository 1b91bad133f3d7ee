"""Weights from a matrix of distances: learned from known classes, or guessed."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from frenemy.affinity.class_pairs import known_classes
from frenemy.affinity.distance_line import fit_distance_line
from frenemy.affinity.distance_weights import DistanceWeigher, guess_from_distances, learn_from_classes
from frenemy.affinity.matrix_pairs import MatrixPairs


def learn_matrix_weights(pairs: MatrixPairs, y: npt.ArrayLike, *, seed: int = 0) -> DistanceWeigher:
    """As :func:`learn_distance_weights`; of a sparse matrix, from the listed pairs of rows of known classes.

    Which pairs are listed is not by chance, so how common it is to be together is not to be seen from them.
    """
    if pairs.is_complete:
        return learn_from_classes(pairs, y, metric="precomputed", seed=seed)
    classes = known_classes(y, pairs.n_rows)
    known = (classes[pairs.u] >= 0) & (classes[pairs.v] >= 0)
    is_same = (classes[pairs.u] == classes[pairs.v])[known]
    n_same = int(np.count_nonzero(is_same))
    if n_same in (0, len(is_same)):
        raise ValueError(
            f"learning what a distance says needs listed pairs within classes and between them, got {n_same} within "
            f"and {len(is_same) - n_same} between the {classes.max(initial=-1) + 1} class(es) of y"
        )
    account = f"learned from {len(is_same):,} listed pairs of known classes, {n_same:,} of them together"
    return DistanceWeigher(fit_distance_line(pairs.values[known], is_same), "precomputed", account=account)


def guess_matrix_weights(pairs: MatrixPairs, *, seed: int = 0) -> DistanceWeigher:
    """As :func:`guess_distance_weights`, from the distances of all pairs."""
    if not pairs.is_complete:
        raise ValueError(
            "a guess needs the distances of all pairs, got a sparse matrix: give y, a calibration or a dense matrix"
        )
    return guess_from_distances(pairs, metric="precomputed", seed=seed)
