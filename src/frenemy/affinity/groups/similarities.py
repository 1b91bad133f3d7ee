"""Similarities of neighboring rows, from shared neighbors or from distances; both adapt to the local density."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from frenemy import _core
from frenemy.affinity.groups.distinct_rows import DistinctRows
from frenemy.affinity.neighbors import group_pairs, near_pairs
from frenemy.problem.array_types import Floats, Ints32

#: Neighbors of each row that are compared with it.
N_NEIGHBORS = 20

_SCALE_NEIGHBOR = 3  # its distance is the local scale of a row: groups of four rows show
_OWN_SCALE = 0.7  # share of the own scale of a row in its logarithm; the rest is that of all rows, which is less noisy
_DIMENSION_NEIGHBORS = 4
_MEDIAN_TO_MEAN = 1.12  # of the inverse dimension of a row: gamma distributed, with shape 3
_MAX_DIMENSION = 30.0
_FAR_PARTNERS = 4

_FEW = 0.25  # share of the neighbors that shows small groups

# The mean persistence at which groups are found in about 1 of 40 samples of rows without structure: uniform and normal
# rows, 100 to 1,000 of them, in 1 to 80 dimensions. It is higher in few dimensions, where a cut crosses fewer pairs.
_LEAST = 1.8
_LEAST_OF_MORE = 0.12  # for each factor e above 1,000 rows: heavy-tailed rows in 30 dimensions, up to 20,000 of them


@dataclass(frozen=True, eq=False)
class Similarities:
    """Similarities of listed pairs of rows, and how groups show in them.

    Attributes
    ----------
    kind : str
        In words.
    u, v : (n_pairs,) int32
    values : (n_pairs,) float64
        From 0 to 1.
    floor : float
        The similarity of all other pairs.
    pseudo : float
        Added to the similarity between two clusters: one pair more or less is chance.
    min_size : int
        Fewer rows do not show as a group.
    least : float
        Groups of rows without structure persist for less than this on average, in nats.
    """

    kind: str
    u: Ints32
    v: Ints32
    values: Floats
    floor: float
    pseudo: float
    min_size: int
    least: float


def many_shared_neighbors(rows: DistinctRows) -> Similarities:
    """The share of common neighbors, of pairs of neighbors; less if one is far outside the neighborhood of the other.

    It shows groups of any shape with some dozens of rows or more: within neighborhoods, distances do not matter. Jarvis
    and Patrick, "Clustering using a similarity measure based on shared near neighbors" (1973).
    """
    least = max(_LEAST, 1.6 + (1.0 + 4.0 / math.sqrt(len(rows))) / dimension(rows) ** 2)
    least += _LEAST_OF_MORE * math.log(max(len(rows) / 1000.0, 1.0))
    return _shared(rows, "shared neighbors", rows.near.n_neighbors, min_size=6, least=least)


def shared_neighbors(rows: DistinctRows) -> Similarities:
    """The share of common neighbors, whatever the distances are: for groups without gaps between them."""
    u, v = near_pairs(rows.near)
    shared = _core.shared_neighbors(rows.near.indices, u, v)
    values = np.asarray(shared) / (rows.near.n_neighbors + 1.0)
    return Similarities("shared neighbors", u, v, values, floor=0.0, pseudo=0.5, min_size=6, least=0.0)


def few_shared_neighbors(rows: DistinctRows) -> Similarities:
    """The same for the nearest quarter of the neighbors: it shows groups of a few rows, in many dimensions, too."""
    k = min(rows.near.n_neighbors, max(3, round(_FEW * rows.near.n_neighbors)))
    least = 1.65 + 2.6 / dimension(rows) ** 2 + 8.0 / math.sqrt(len(rows))
    return _shared(rows, "shared nearest neighbors", k, min_size=4, least=least)


def shared_neighbors_and_distances(few: Similarities, distances: Similarities) -> Similarities:
    """The geometric mean of both, where both are high: groups of a few rows and rows alone, of different widths."""
    values = np.sqrt(few.values * distances.values)
    kind = "shared nearest neighbors and distances"
    return Similarities(kind, few.u, few.v, values, floor=0.0, pseudo=0.5, min_size=3, least=few.least)


def _shared(rows: DistinctRows, kind: str, k: int, *, min_size: int, least: float) -> Similarities:
    u, v = near_pairs(rows.near)
    shared = _core.shared_neighbors(np.ascontiguousarray(rows.near.indices[:, :k]), u, v)
    radius = rows.radius(k)
    outside = np.maximum(rows.between(u, v) / np.minimum(radius[u], radius[v]), 1.0)
    values = np.asarray(shared) / (k + 1.0) / outside**2
    return Similarities(kind, u, v, values, floor=0.0, pseudo=0.5, min_size=min_size, least=least)


def scaled_distance_similarities(rows: DistinctRows, *, seed: int = 0) -> Similarities:
    """How near a pair is in units of the local scale, to the power of the dimension.

    With ``r`` the expected number of rows that are as near as the other one, the similarity is ``1 / (1 + r**2)``. It
    shows small groups, too, that have fewer rows than neighbors are compared: a gap around them counts.
    """
    u, v = near_pairs(rows.near)
    nearest = _nearest_distances(rows)
    scale = np.log(nearest[:, min(_SCALE_NEIGHBOR, nearest.shape[1]) - 1])
    scale = _OWN_SCALE * scale + (1.0 - _OWN_SCALE) * np.median(scale)
    power = dimension(rows)
    far = group_pairs(np.zeros(len(rows), np.int32), n_partners=_FAR_PARTNERS, seed=seed)
    far = far.where(~rows.near.holds(far.u, far.v))

    def similarities(a: Ints32, b: Ints32) -> Floats:
        log_rank = power * (np.log(rows.between(a, b)) - 0.5 * (scale[a] + scale[b]))
        return np.asarray(1.0 / (1.0 + np.exp(np.clip(2.0 * log_rank, -50.0, 50.0))))

    floor = max(float(similarities(far.u, far.v).mean()) if len(far.u) else 0.0, 1e-12)
    least = max(_LEAST, 1.3 + 0.9 / power**2)
    return Similarities(
        "distances in local units", u, v, similarities(u, v), floor=floor, pseudo=0.0, min_size=3, least=least
    )


def _nearest_distances(rows: DistinctRows) -> Floats:
    """Distances to the first few neighbors, rising; an approximate search that found fewer repeats its last one."""
    k = min(_DIMENSION_NEIGHBORS, rows.near.n_neighbors)
    indices = rows.near.indices[:, :k].copy()
    for column in range(1, k):
        lost = indices[:, column] < 0
        indices[lost, column] = indices[lost, column - 1]
    found = np.repeat(np.arange(len(rows), dtype=np.int32), k)
    distances = rows.between(found, indices.ravel()).reshape(-1, k)
    return np.asarray(np.maximum.accumulate(distances, axis=1))


def dimension(rows: DistinctRows) -> float:
    """The dimension in which the rows lie, by maximum likelihood for each row (Levina and Bickel 2004).

    The median of the inverses, since near copies of a row would lower a mean.
    """
    nearest = _nearest_distances(rows)
    k = nearest.shape[1]
    if k < 3:
        return 1.0
    inverse = np.log(nearest[:, -1:] / nearest[:, :-1]).sum(axis=1) / (k - 2)
    return float(np.clip(1.0 / max(_MEDIAN_TO_MEAN * float(np.median(inverse)), 1e-9), 1.0, _MAX_DIMENSION))
