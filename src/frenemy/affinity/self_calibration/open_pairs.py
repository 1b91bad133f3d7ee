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

import numpy as np

from frenemy.problem.array_types import Bools, Floats, Ints

_KINDS = np.array([0, 1, 2, 3, 5, 9, 17, 33])  # least number of partners
_LEAST_SHARE = 0.25  # of all random pairs that the kinds with the fewest open pairs have to stand for
_MAX_SHARE = 0.1  # above this share of wrong pairs, nodes rather have several partners that are never compared
_HALF = 0.5  # pairs added to both counts, so that odds are finite


@dataclass(frozen=True, eq=False)
class OpenPairs:
    """Open pairs by the kinds of their ends: the number of other partners, in about powers of two.

    Attributes
    ----------
    counted : (n_kinds, n_kinds) float64
        Open pairs, by the kind of the end with fewer partners and of the other.
    wrong : (n_kinds, n_kinds) float64
        Those that are expected to be wrong.
    """

    counted: Floats
    wrong: Floats

    @classmethod
    def of(cls, partners: Ints, is_open: Bools, nodes: Floats, *, linked: float) -> OpenPairs:
        """Count open pairs.

        Parameters
        ----------
        partners : (n_pairs, 2) int64
            The number of other confident pairs of each end, for all confident pairs.
        is_open : (n_pairs,) bool
        nodes : (n_kinds,) float64
            The number of nodes of each kind, by all of their confident pairs; see :func:`nodes_by_kind`.
        linked : float
            The probability that a partner of one end of a true pair is linked to the other end: if it is low, true
            pairs are often open, too. As partners are not independent, ``m`` count as the square root of ``m``.

        Examples
        --------
        Of 200 nodes, 160 are in pairs, and four wrong pairs lead from one of these to another:

        >>> import numpy as np
        >>> from frenemy.affinity.self_calibration.open_pairs import OpenPairs, nodes_by_kind
        >>> partners = np.repeat([[0, 0], [0, 1], [1, 1]], [72, 8, 4], axis=0)
        >>> nodes = nodes_by_kind(np.repeat([0, 1, 2], [40, 152, 8]))
        >>> found = OpenPairs.of(partners, np.ones(84, bool), nodes, linked=0.9)
        >>> round(float(found.wrong.sum()), 1), found.true_share([[0, 0], [0, 1], [1, 1]]).round(2)
        (5.6, array([1.  , 0.77, 0.12]))
        """
        n_kinds = len(_KINDS)
        counted, true = np.zeros((2, n_kinds, n_kinds))
        np.add.at(counted, _kinds(partners[is_open]), 1.0)
        closed = partners[~is_open]
        open_share = (1.0 - linked) ** np.sqrt(closed.sum(axis=1))
        np.add.at(true, _kinds(closed), open_share / (1.0 - open_share))
        share = nodes / max(float(nodes.sum()), 1.0)
        chance = np.triu(np.outer(share, share) * (2.0 - np.eye(n_kinds)))
        wrong = _fewest(np.maximum(counted - true, 0.0), chance) * chance
        wrong = np.minimum(wrong, counted)
        return cls(counted, wrong if wrong.sum() <= _MAX_SHARE * len(partners) else np.zeros_like(wrong))

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


def sampled_nodes_by_kind(partners: Ints, n_nodes: float) -> Floats:
    """The same from a sample of the pairs: a node with ``d`` confident pairs is an end of each of them.

    Parameters
    ----------
    partners : (n_pairs, 2) int64
        The number of other confident pairs of each end, for a sample of the confident pairs.
    n_nodes : float
        The number of all nodes times the share of the pairs that was sampled.
    """
    degrees = partners.ravel() + 1
    nodes = nodes_by_kind(degrees, 1.0 / degrees)
    nodes[0] += max(n_nodes - float(nodes.sum()), 0.0)
    return nodes


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
