"""Groups that stay the same when some rows are left out: communities of the graph of shared neighbors."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from frenemy.affinity.features.row_distances import RowDistances
from frenemy.affinity.groups.distinct_rows import DistinctRows
from frenemy.affinity.groups.quick_labels import quick_labels
from frenemy.affinity.groups.similarities import Similarities, dimension, shared_neighbors
from frenemy.affinity.neighbors import Neighbors, nearest
from frenemy.metrics import adjusted_rand_index
from frenemy.problem import Labels, Problem
from frenemy.problem.array_types import Floats, Ints

#: More rows than this are sampled to choose a resolution.
MAX_ROWS = 5_000

_RESOLUTIONS = np.geomspace(0.01, 1.0, 11)  # up to that of modularity
_KEPT = 0.9  # share of the rows in a sample
_SAMPLES = 6
_LEAST_EXCESS = 0.5  # of the way from what rows without structure reach to 1
_CERTAINTY = 1.5  # power of the excess: how much more it counts than the number of groups
_MIN_NEIGHBORHOODS = 2  # rows of a group, in neighborhoods: smaller groups share neighbors with others

GroupRows = Callable[[DistinctRows], Labels]


@dataclass(frozen=True, eq=False)
class StableGroups:
    """
    Attributes
    ----------
    similarities : Similarities
    labels : (n,) int
        Of distinct rows.
    resolution : float
        Of modularity.
    stability : float
        Mean adjusted Rand index of the groups with those of nine tenths of the rows.
    by_chance : float
        The most that rows without structure reach.
    """

    similarities: Similarities
    labels: Labels
    resolution: float
    stability: float
    by_chance: float

    @property
    def excess(self) -> float:
        """From 0, as by chance, to 1."""
        return _excess(self.stability, self.by_chance)


def stable_groups(
    rows: DistinctRows, known: Labels, group_rows: GroupRows, *, max_small: float = 0.5, seed: int = 0
) -> StableGroups | None:
    """The communities at the resolution where they are most stable and informative; None if ``known`` are more so.

    Communities maximize modularity with a resolution, on the graph of shared neighbors. Each resolution has some, also
    in rows without structure; but there, they change when a tenth of the rows is left out. So this is done a few times,
    and the resolution with the largest entropy of groups times the (1.5th power of the) excess stability is chosen.
    Stability to choose the number of groups: Ben-Hur, Elisseeff & Guyon, "A stability based method for discovering
    structure in clustered data" (2002).

    Parameters
    ----------
    rows : DistinctRows
    known : (n,) int
        Other groups, -1 outside of them. They are kept if many rows are in groups of less than two neighborhoods:
        communities would join these.
    max_small : float
        The share of rows in such groups up to which others are looked for; always, if it is 1.
    group_rows : callable
        The method that found them, to measure its stability.
    seed : int
        Of the samples. More than 5,000 rows choose the resolution by a sample of so many; a matrix of as many does not
        have stable groups.
    """
    if _has_small_groups(known, rows, max_small):
        return None
    n = len(rows)
    sampled = rows
    if n > MAX_ROWS:
        if not isinstance(rows.distances, RowDistances):
            return None
        sampled = _sampled(rows, rows.distances, seed)
        known = group_rows(sampled)
        if _has_small_groups(known, sampled, max_small):
            return None
    found = _most_stable(sampled, seed)
    if found is None or _is_better(known, group_rows, found, sampled, seed):
        return None
    if sampled is rows:
        return found
    similarities = shared_neighbors(rows)
    labels = _communities(similarities, n, found.resolution, seed)
    return replace(found, similarities=similarities, labels=labels)


def modularity(similarities: Similarities, n_rows: int, resolution: float) -> Problem:
    """Similarities less those of rows that are joined at random, in proportion to their sums, times the resolution."""
    s, sums = similarities, row_sums(similarities, n_rows)
    missing = -resolution / max(float(sums.sum()), 1e-9)
    weights = s.values + missing * sums[s.u] * sums[s.v]
    return Problem.from_edges(s.u, s.v, weights, n_nodes=n_rows, missing=missing, sizes=sums)


def row_sums(similarities: Similarities, n_rows: int) -> Floats:
    s = similarities
    return np.asarray(np.bincount(s.u, s.values, n_rows) + np.bincount(s.v, s.values, n_rows), np.float64)


def _communities(similarities: Similarities, n_rows: int, resolution: float, seed: int) -> Labels:
    return quick_labels(modularity(similarities, n_rows, resolution), seed=seed)


def _most_stable(rows: DistinctRows, seed: int) -> StableGroups | None:
    whole, n = shared_neighbors(rows), len(rows)
    labels = [_communities(whole, n, resolution, seed) for resolution in _RESOLUTIONS]
    agreements = np.zeros((_SAMPLES, len(labels)))
    for sample, kept in enumerate(_kept_rows(n, seed)):
        part = shared_neighbors(_among(rows, kept))
        for k, resolution in enumerate(_RESOLUTIONS):
            found = _communities(part, len(kept), resolution, seed)
            agreements[sample, k] = _agreement(labels[k][kept], found)
    stability, by_chance = agreements.mean(axis=0), _by_chance(rows)
    excess = np.array([_excess(one, by_chance) for one in stability])
    entropy = np.array([_entropy(one) for one in labels])
    max_entropy = math.log(max(n / (_MIN_NEIGHBORHOODS * rows.near.n_neighbors), 1.0))
    score = np.where((excess >= _LEAST_EXCESS) & (entropy <= max_entropy), excess**_CERTAINTY * entropy, 0.0)
    best = int(score.argmax())
    if score[best] <= 0.0:
        return None
    return StableGroups(whole, labels[best], float(_RESOLUTIONS[best]), float(stability[best]), by_chance)


def _is_better(known: Labels, group_rows: GroupRows, found: StableGroups, rows: DistinctRows, seed: int) -> bool:
    """Whether known groups say more, for how stable they are."""
    goal, entropy = found.excess * _entropy(found.labels), _entropy(known)
    if entropy < goal:
        return False  # even if they are always the same
    samples = _kept_rows(len(rows), seed)
    stability = np.mean([_agreement(known[kept], group_rows(_among(rows, kept))) for kept in samples])
    return _excess(float(stability), found.by_chance) * entropy > goal


def _excess(stability: float, by_chance: float) -> float:
    return max(0.0, (stability - by_chance) / (1.0 - by_chance)) if by_chance < 1.0 else 0.0


def _by_chance(rows: DistinctRows) -> float:
    """The most that 100 to 1,500 uniform, normal, skewed or heavy-tailed rows reach, in 1 to 30 dimensions.

    It is higher in few dimensions, where the ends fix the cuts.
    """
    return 1.0 - 0.22 * math.log(dimension(rows)) + 0.6 / math.sqrt(len(rows))


def _has_small_groups(labels: Labels, rows: DistinctRows, max_small: float) -> bool:
    sizes = np.bincount(labels[labels >= 0])
    if len(sizes) < 2 or max_small >= 1.0:
        return False
    return float(np.quantile(sizes[labels[labels >= 0]], max_small)) <= _MIN_NEIGHBORHOODS * rows.near.n_neighbors


def _entropy(labels: Labels) -> float:
    """Of the sizes of groups, in nats; rows outside of all are one more share that adds nothing."""
    sizes = np.bincount(labels[labels >= 0])
    shares = sizes[sizes > 0] / len(labels)
    return float(-(shares * np.log(shares)).sum())


def _agreement(labels: Labels, other: Labels) -> float:
    """One group agrees with nothing."""
    if len(np.unique(labels)) == 1 or len(np.unique(other)) == 1:
        return 0.0
    return adjusted_rand_index(labels, other)


def _kept_rows(n: int, seed: int) -> list[Ints]:
    random = np.random.default_rng(seed)
    return [np.sort(random.permutation(n)[: int(_KEPT * n)]) for _ in range(_SAMPLES)]


def _among(rows: DistinctRows, kept: Ints) -> DistinctRows:
    """Some of the rows, and those of their neighbors that are among them: the nearest ones, still in order."""
    position = np.full(len(rows), -1, np.int32)
    position[kept] = np.arange(len(kept), dtype=np.int32)
    indices = rows.near.indices[kept]
    indices = np.where(indices >= 0, position[indices], -1)
    order = np.argsort(indices < 0, axis=1, kind="stable")[:, : max(3, round(_KEPT * rows.near.n_neighbors))]
    indices = np.take_along_axis(indices, order, axis=1)
    distances = np.where(indices >= 0, np.take_along_axis(rows.near.distances[kept], order, axis=1), np.inf)
    near = Neighbors(np.ascontiguousarray(indices), distances.astype(np.float32), rows.near.method)
    return DistinctRows(rows.distances, rows.first[kept], np.arange(len(kept)), near)


def _sampled(rows: DistinctRows, distances: RowDistances, seed: int) -> DistinctRows:
    """A sample of the rows, with neighbors of its own."""
    some = np.sort(np.random.default_rng(seed).permutation(len(rows))[:MAX_ROWS])
    near = nearest(distances.coordinates[rows.first[some]], n_neighbors=rows.near.n_neighbors, seed=seed)
    return DistinctRows(rows.distances, rows.first[some], np.arange(len(some)), near)
