"""Why pairs are listed, and whether third nodes confirm the confident ones.

Blocking lists pairs that are likely to be true, so if ``a`` and ``b`` are the same and ``c`` is the same as ``a``, the
pair ``b, c`` is listed far more often than other pairs. Where pairs were drawn by chance, as for answers of a crowd, it
is listed just as often. Then an unlisted pair says nothing, and is no neighbor.

Confident pairs of a good score are transitive: if ``b, c`` is listed, it is confident as well. Where scores are so weak
that most confident pairs are wrong, it hardly ever is, and neighbors cannot tell which pairs are true. Within blocks it
can also mean that scores are too low, so it counts only for pairs drawn by chance.
"""

from __future__ import annotations

from frenemy.affinity.self_calibration.pair_neighbors import PairNeighbors
from frenemy.problem.array_types import Bools

_LEAST_EXPECTED = 10.0  # listed neighbors, to tell
_ALIKE = 2.0  # listed neighbors over those expected by chance: above 20 in tables of record linkage
_LEAST_LISTED = 20  # neighbors, to tell
_CLEAR = 0.75  # share of joined neighbors: above .85 in record linkage, below .7 where scores are noisy


def listed_share(n_nodes: int, n_pairs: int) -> float:
    """The share of all pairs of nodes that is listed."""
    return n_pairs / max(n_nodes * (n_nodes - 1) / 2.0, 1.0)


def is_listed_by_chance(neighbors: PairNeighbors, is_confident: Bools, density: float) -> bool:
    """Whether a neighbor of one end is listed with the other end about as often as any two nodes are.

    Of all pairs, which are many, and of the confident ones, where blocking shows most.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.listing import is_listed_by_chance
    >>> from frenemy.affinity.self_calibration.pair_neighbors import count_neighbors
    >>> rng = np.random.default_rng(0)
    >>> u, v = (ends.astype(np.int32) for ends in np.triu_indices(100, 1))
    >>> for is_listed in (rng.random(len(u)) < 0.3, u // 10 == v // 10):  # by chance; blocks of 10
    ...     a, b = u[is_listed], v[is_listed]
    ...     found = count_neighbors(a, b, np.ones(len(a), bool), np.arange(len(a)), n_nodes=100)
    ...     print(is_listed_by_chance(found, np.ones(len(a), bool), len(a) / len(u)))
    True
    False
    """
    expected, listed = density * neighbors.count, neighbors.listed
    n_expected, of_confident = float(expected.sum()), float(expected[is_confident].sum())
    return (
        n_expected >= _LEAST_EXPECTED
        and n_expected / _ALIKE <= float(listed.sum()) <= n_expected * _ALIKE
        and float(listed[is_confident].sum()) <= max(of_confident, _LEAST_EXPECTED) * _ALIKE
    )


def are_clear(neighbors: PairNeighbors, is_confident: Bools) -> bool:
    """Whether most listed neighbors of confident pairs are joined with both ends, and there are enough to tell."""
    listed = int(neighbors.listed[is_confident].sum())
    return listed >= _LEAST_LISTED and float(neighbors.joined[is_confident].sum()) >= _CLEAR * listed
