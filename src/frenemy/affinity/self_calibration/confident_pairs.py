"""The confident pairs among some pairs, and whether a third node confirms them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from frenemy import _core
from frenemy.affinity.self_calibration.open_pairs import OpenCounts, nodes_by_kind
from frenemy.affinity.self_calibration.pair_neighbors import open_pairs
from frenemy.problem.array_types import Bools, Floats, Ints, Ints32


class ConfidentPairs(NamedTuple):
    """Confident pairs.

    Attributes
    ----------
    weights : (n_pairs,) float64
        The weights of all pairs by their scores.
    at : (n_confident,) int64
        The positions of the confident pairs.
    partners : (n_confident, 2) int64
        The number of other confident pairs of each end.
    is_open : (n_confident,) bool
        Whether no third node has confident pairs with both ends.
    degree : (n_nodes,) int64
        The number of confident pairs of each node that has any.
    """

    weights: Floats
    at: Ints
    partners: Ints
    is_open: Bools
    degree: Ints

    def counts(self) -> OpenCounts:
        """Counts of these pairs, which add up to those of all pairs."""
        return OpenCounts.of(self.partners, self.is_open, nodes_by_kind(self.degree))


def confident_pairs(u: Ints32, v: Ints32, weights: Floats, *, above: float) -> ConfidentPairs:
    """The pairs that weigh more than ``above``.

    Parameters
    ----------
    u, v : (n_pairs,) int32
        Each pair once, and all confident pairs of their nodes.
    weights : (n_pairs,) float64

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.confident_pairs import confident_pairs
    >>> u, v = np.array([7, 8, 7, 9, 4], np.int32), np.array([8, 9, 9, 5, 7], np.int32)  # a triangle, a tail, a doubt
    >>> found = confident_pairs(u, v, np.array([2.0, 2.0, 2.0, 2.0, 0.5]), above=1.0)
    >>> found.at, found.partners.tolist(), found.is_open
    (array([0, 1, 2, 3]), [[1, 1], [1, 2], [1, 2], [2, 0]], array([False, False, False,  True]))
    """
    at = np.flatnonzero(weights > above)
    ends = np.concatenate((u[at], v[at])).astype(np.int32)
    nodes, places = _core.dense_numbering(ends)
    a, b = places[: len(at)], places[len(at) :]
    degree = np.bincount(places, minlength=len(nodes))
    partners = np.stack((degree[a], degree[b]), axis=1) - 1
    return ConfidentPairs(weights, at, partners, open_pairs(a, b, n_nodes=len(nodes)), degree)
