"""How many of the confident pairs are wrong, from those that no third node confirms.

A confident pair is *open* if no third node has confident pairs with both of its ends. A wrong pair between two random
nodes is nearly always open, and how many partners its ends have is independent: of ``W`` wrong pairs, ``W`` times the
product of the shares of such nodes lie between nodes of some numbers of partners. True pairs are open where nodes have
few partners, and hardly ever between nodes that both have many. So the kinds of ends with the fewest open pairs, for
their share of all nodes, say how many wrong pairs there are; and the rest of the open pairs of any kind is true. In
entities of two records, where nothing closes a triangle, the wrong pairs are those between two records that each have a
partner already.

What is counted is wrong pairs between nodes at random, as from a default value or an error. Pairs of entities that are
alike come in groups, close triangles, and are left to the curve of the scores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.array_types import Bools, Floats, Ints

_KINDS = np.array([0, 1, 2, 3, 5, 9, 17, 33])  # least number of partners
_LEAST_SHARE = 0.25  # of all random pairs that the kinds with the fewest open pairs have to stand for
_MAX_SHARE = 0.1  # above this share of wrong pairs, nodes rather have several partners that are never compared
_HALF = 0.5  # pairs added to both counts, so that odds are finite


@dataclass(frozen=True, eq=False)
class OpenCounts:
    """Counts of confident pairs and of their ends, by the kinds of the ends: the number of other partners.

    Counts of parts add up to those of the whole, if each part has all confident pairs of its nodes.

    Attributes
    ----------
    open : (n_kinds, n_kinds) int64
        Open pairs, by the kind of the end with fewer partners and of the other.
    closed : (n_rows, 4) int64
        Other pairs: the two kinds, the partners of both ends together, and how many pairs there are; sorted.
    nodes : (n_kinds,) float64
        Nodes in confident pairs, by the number of these pairs.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.affinity.self_calibration.open_pairs import OpenCounts, nodes_by_kind
    >>> triangle = OpenCounts.of(np.ones((3, 2), int), np.zeros(3, bool), nodes_by_kind(np.full(3, 2)))
    >>> (triangle + triangle).closed.tolist(), (triangle + triangle).nodes.tolist()[:4]
    ([[1, 1, 2, 6]], [0.0, 0.0, 6.0, 0.0])
    """

    open: Ints
    closed: Ints
    nodes: Floats

    @classmethod
    def of(cls, partners: Ints, is_open: Bools, nodes: Floats) -> OpenCounts:
        """Count pairs.

        Parameters
        ----------
        partners : (n_pairs, 2) int64
            The number of other confident pairs of each end, for all confident pairs.
        is_open : (n_pairs,) bool
        nodes : (n_kinds,) float64
            See :func:`nodes_by_kind`.
        """
        open_pairs = np.zeros((len(_KINDS), len(_KINDS)), np.int64)
        np.add.at(open_pairs, _kinds(partners[is_open]), 1)
        closed = partners[~is_open]
        rows = np.stack((*_kinds(closed), closed.sum(axis=1), np.ones(len(closed), np.int64)), axis=1)
        return cls(open_pairs, _summed(rows), nodes)

    def __add__(self, other: OpenCounts) -> OpenCounts:
        return OpenCounts(
            self.open + other.open, _summed(np.concatenate((self.closed, other.closed))), self.nodes + other.nodes
        )

    def as_lists(self) -> dict[str, list[Any]]:
        """As lists of numbers, for files and messages."""
        return {name: getattr(self, name).tolist() for name in ("open", "closed", "nodes")}

    @classmethod
    def from_lists(cls, lists: dict[str, list[Any]]) -> OpenCounts:
        """The reverse of :meth:`as_lists`."""
        closed = np.array(lists["closed"], np.int64).reshape(-1, 4)
        return cls(np.array(lists["open"], np.int64), closed, np.array(lists["nodes"], np.float64))

    @classmethod
    def none(cls) -> OpenCounts:
        """Of no pairs."""
        return cls.of(np.empty((0, 2), np.int64), np.empty(0, np.bool_), np.zeros(len(_KINDS)))

    def wrong_pairs(self, *, n_nodes: float, linked: float) -> OpenPairs:
        """How many open pairs of each kind are expected to be wrong.

        Parameters
        ----------
        n_nodes : float
            The number of all nodes, also those without confident pairs.
        linked : float
            The probability that a partner of one end of a true pair is linked to the other end: if it is low, true
            pairs are often open, too. As partners are not independent, ``m`` count as the square root of ``m``.

        Examples
        --------
        Of 200 nodes, 160 are in pairs, and four wrong pairs lead from one of these to another:

        >>> import numpy as np
        >>> from frenemy.affinity.self_calibration.open_pairs import OpenCounts, nodes_by_kind
        >>> partners = np.repeat([[0, 0], [0, 1], [1, 1]], [72, 8, 4], axis=0)
        >>> nodes = nodes_by_kind(np.repeat([1, 2], [152, 8]))
        >>> counts = OpenCounts.of(partners, np.ones(84, bool), nodes)
        >>> found = counts.wrong_pairs(n_nodes=200, linked=0.9)
        >>> round(float(found.wrong.sum()), 1), found.true_share([[0, 0], [0, 1], [1, 1]]).round(2)
        (5.6, array([1.  , 0.77, 0.12]))
        """
        n_kinds = len(_KINDS)
        true = np.zeros((n_kinds, n_kinds))
        low, high, partners, n_pairs = self.closed.T
        open_share = (1.0 - linked) ** np.sqrt(partners)
        np.add.at(true, (low, high), n_pairs * (open_share / (1.0 - open_share)))
        nodes = self.nodes.copy()
        nodes[0] += max(n_nodes - float(nodes.sum()), 0.0)
        share = nodes / max(float(nodes.sum()), 1.0)
        chance = np.triu(np.outer(share, share) * (2.0 - np.eye(n_kinds)))
        counted = self.open.astype(np.float64)
        wrong = _fewest(np.maximum(counted - true, 0.0), chance) * chance
        wrong = np.minimum(wrong, counted)
        n_confident = counted.sum() + n_pairs.sum()
        return OpenPairs(counted, wrong if wrong.sum() <= _MAX_SHARE * n_confident else np.zeros_like(wrong))


@dataclass(frozen=True, eq=False)
class OpenPairs:
    """Open pairs by the kinds of their ends.

    Attributes
    ----------
    counted : (n_kinds, n_kinds) float64
        Open pairs, by the kind of the end with fewer partners and of the other.
    wrong : (n_kinds, n_kinds) float64
        Those that are expected to be wrong.
    """

    counted: Floats
    wrong: Floats

    def true_share(self, partners: Ints) -> Floats:
        """The share of true pairs among open pairs with such ends."""
        share: Floats = (1.0 - self.wrong / np.maximum(self.counted, 1.0))[_kinds(partners)]
        return share

    def log_odds(self, partners: Ints) -> Floats:
        """Of open pairs with such ends; infinite if none of them is wrong."""
        odds = np.log((self.counted - self.wrong + _HALF) / (self.wrong + _HALF))
        shown: Floats = np.where(self.wrong > 0.0, odds, np.inf)[_kinds(partners)]
        return shown


def nodes_by_kind(degrees: Ints, weights: Floats | None = None) -> Floats:
    """The number of nodes of each kind, from the number of confident pairs of each node."""
    kind = np.searchsorted(_KINDS, degrees, side="right") - 1
    return np.bincount(kind, weights, len(_KINDS)).astype(np.float64)


def sampled_nodes_by_kind(partners: Ints) -> Floats:
    """The same from a sample of the pairs: a node with ``d`` confident pairs is an end of each of them.

    Parameters
    ----------
    partners : (n_pairs, 2) int64
        The number of other confident pairs of each end, for a sample of the confident pairs.
    """
    degrees = partners.ravel() + 1
    return nodes_by_kind(degrees, 1.0 / degrees)


def _summed(rows: Ints) -> Ints:
    """Rows that differ in the last column only become one, with their sum; sorted."""
    kinds, which = np.unique(rows[:, :-1], axis=0, return_inverse=True)
    sums = np.zeros(len(kinds), np.int64)
    np.add.at(sums, which.ravel(), rows[:, -1])
    summed: Ints = np.concatenate((kinds, sums[:, None]), axis=1)
    return summed


def _kinds(partners: Ints) -> tuple[Ints, Ints]:
    kinds = np.sort(np.searchsorted(_KINDS, partners, side="right") - 1, axis=1)
    return kinds[:, 0], kinds[:, 1]


def _fewest(counted: Floats, chance: Floats) -> float:
    """How many wrong pairs there are: the open pairs by chance, of the kinds that have the fewest."""
    counts, chances = counted[chance > 0.0], chance[chance > 0.0]
    order = np.argsort(counts / chances, kind="stable")
    total = np.cumsum(chances[order])
    last = int(np.searchsorted(total, _LEAST_SHARE * total[-1]))
    return float(counts[order][: last + 1].sum() / total[last])
