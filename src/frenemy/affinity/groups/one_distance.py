"""Groups that one distance tells apart: plain distances, learned from groups that were found in another way."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from frenemy.affinity.features.distance_weights import DistanceWeigher, DistanceWeights, learn_from_classes
from frenemy.affinity.features.feature_problem import ALL_PAIRS, feature_problem
from frenemy.affinity.features.matrix_pairs import MatrixPairs
from frenemy.affinity.features.pair_weigher import BiasedWeights
from frenemy.affinity.features.row_distances import Metric, RowDistances
from frenemy.affinity.groups.distinct_rows import DistinctRows
from frenemy.affinity.groups.quick_labels import quick_labels
from frenemy.metrics import adjusted_rand_index
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Bools, Floats

#: More rows than this are not looked at: all of their pairs count.
MAX_ROWS = 5_000

_SAMPLE = 1_000  # rows whose pairs are measured
_HOPEFUL, _HOPEFUL_IF_CLEAR = 0.75, 0.88  # F measure of the best distance for the groups at first
_CLEAR = 0.88  # and in the end
_VERY_CLEAR = 0.97  # F measure from which on groups are joined, and single rows moved
_GAIN = 0.01  # of the F measure
_ALIKE, _VERY_ALIKE = 0.8, 0.9  # adjusted Rand index of both: the new groups correct the known ones
_PIECE = 3  # rows of a part that counts


@dataclass(frozen=True, eq=False)
class OneDistance:
    """
    Attributes
    ----------
    weigher : DistanceWeigher
    distances : RowDistances or MatrixPairs
        Of all rows.
    f_measure, f_measure_before : float
        Of the best single distance, for telling pairs inside groups from all others.
    """

    weigher: DistanceWeigher
    distances: RowDistances | MatrixPairs
    f_measure: float
    f_measure_before: float

    def problem(self, *, bias: float = 0.0, seed: int = 0, threads: int = 1) -> Problem:
        """Over the same rows."""
        weigher, distances = self.weigher, self.distances
        if isinstance(distances, MatrixPairs):
            weights = weigher.calibration.log_odds(distances.values, prior=weigher.prior) + bias
            return Problem.from_edges(distances.u, distances.v, weights, n_nodes=distances.n_rows)
        pair_weights = DistanceWeights(distances, weigher.calibration, weigher.prior, weigher.account)
        return feature_problem(BiasedWeights(pair_weights, bias), seed=seed, threads=threads)


def one_distance(
    rows: DistinctRows, groups: Problem, *, are_clear: bool = False, seed: int = 0, threads: int = 1
) -> OneDistance | None:
    """Weights from distances alone, if these tell groups apart that known ones join, or join what those part.

    Neighborhoods adapt to the density, so they may part a group of which some rows are nearer to each other, or join
    groups whose rows are few. Where all groups are alike, the distances of all pairs know better: if there is one
    distance that nearly all pairs inside groups are below and nearly all others above. What a distance means is
    learned from the known groups. The new groups must be much like them, and clearer: the best distance must tell pairs
    inside groups from others better than before, by its F measure. Unless it does so nearly always, that must also hold
    if known groups are only parted: people who look alike are near each other, and are not joined.

    Parameters
    ----------
    rows : DistinctRows
    groups : Problem
        Over all rows, copies, too; its solution are the known groups.
    are_clear : bool
        Whether gaps hold the known groups apart: then the best distance has to tell nearly all pairs apart, and
        little may change.
    seed : int
        Of a sample of rows, and of the problem of many rows.
    threads : int
        Number of threads; the weights do not depend on it.
    """
    n = groups.n_nodes
    if n > MAX_ROWS:
        return None
    known = quick_labels(groups, seed=seed, threads=threads)
    if not 1 < len(np.unique(known[rows.first])) < len(rows):
        return None
    distances = _all_pairs(rows.distances) if n <= ALL_PAIRS else rows.distances
    some = rows.first[np.sort(np.random.default_rng(seed).permutation(len(rows))[:_SAMPLE])]
    u, v = np.triu_indices(len(some), 1)
    rising = distances.between(some[u], some[v])
    order = np.argsort(rising, kind="stable")
    rising, u, v = rising[order], some[u[order]], some[v[order]]

    def f_measure(labels: Labels) -> float:
        return _best_f_measure(rising, labels[u] == labels[v])

    before = f_measure(known)
    hopeful = _HOPEFUL_IF_CLEAR if are_clear else _HOPEFUL
    if not hopeful <= before <= 1.0 - _GAIN or rising[0] == rising[-1]:
        return None
    metric: Metric = "precomputed" if isinstance(distances, MatrixPairs) else distances.metric
    classes = np.full(n, -1)
    classes[rows.first] = known[rows.first]
    weigher = learn_from_classes(distances, classes, metric=metric, seed=seed)
    found = OneDistance(weigher, distances, 1.0, before)
    labels = quick_labels(found.problem(seed=seed, threads=threads), seed=seed, threads=threads)
    after = f_measure(labels)
    alike = adjusted_rand_index(known, labels)
    if after >= _VERY_CLEAR and alike >= _VERY_ALIKE:
        gained = after
    elif after >= _CLEAR and alike >= _ALIKE and not are_clear:
        gained = f_measure(_parted(known, labels))
    else:
        return None
    return None if gained < before + _GAIN else replace(found, f_measure=after)


def _all_pairs(distances: RowDistances | MatrixPairs) -> MatrixPairs:
    if isinstance(distances, MatrixPairs):
        return distances
    u, v = np.triu_indices(distances.n_rows, 1)
    return MatrixPairs(u, v, distances.of_all_pairs(), distances.n_rows, is_complete=True)


def _best_f_measure(rising: Floats, is_same: Bools) -> float:
    """Of the pairs up to the best distance; pairs at the same distance stay together."""
    n_same = np.cumsum(is_same)
    ends = np.append(np.flatnonzero(np.diff(rising)), len(rising) - 1)
    return float((2.0 * n_same[ends] / (ends + 1.0 + max(n_same[-1], 1))).max())


def _parted(known: Labels, labels: Labels) -> Labels:
    """Known groups, parted where the new groups part them; rows of small parts go with the largest part."""
    parts, part, sizes = np.unique(np.stack((known, labels)), axis=1, return_inverse=True, return_counts=True)
    by_size = np.lexsort((-sizes, parts[0]))
    first = np.unique(parts[0][by_size], return_index=True)[1]
    largest = by_size[first][np.unique(parts[0], return_inverse=True)[1]]
    return np.asarray(np.where(sizes >= _PIECE, np.arange(len(sizes)), largest)[part.ravel()])
