"""Agreement of a clustering with a known one, node by node or pair by pair."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.metrics.contingency import Contingency, contingency_table
from frenemy.problem.array_types import Ints

__all__ = ["PrecisionRecall", "adjusted_rand_index", "b_cubed", "pairwise", "purity", "variation_of_information"]


class PrecisionRecall(NamedTuple):
    """Precision, recall and F1 of a clustering.

    Attributes
    ----------
    precision : float
        Low if clusters mix nodes of different true clusters.
    recall : float
        Low if clusters split true clusters.
    f1 : float
        The harmonic mean of the two; 0 if either is 0.
    """

    precision: float
    recall: float
    f1: float


def purity(labels: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """Share of the nodes in the majority class of their cluster: ``1/n * sum over c of max over g of |c & g|``.

    Do not report it alone: splitting never lowers it, and ``n`` singletons have a purity of 1. Report the number of
    clusters and :func:`adjusted_rand_index` as well. In 0..1, higher is better; 1 if there is no node.

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    References
    ----------
    Bagon & Galun, "Optimizing large scale correlation clustering", section 6.1.

    Examples
    --------
    >>> from frenemy.metrics import purity
    >>> purity([0, 0, 0, 1, 1], ["a", "a", "b", "b", "b"])
    0.8
    >>> purity([0, 1, 2, 3, 4], ["a", "a", "b", "b", "b"])
    1.0
    """
    table = contingency_table(labels, truth)
    if not table.n_nodes:
        return 1.0
    majority = np.zeros(len(table.sizes), np.int64)
    np.maximum.at(majority, table.cluster, table.n_shared)
    return int(majority.sum()) / table.n_nodes


def adjusted_rand_index(labels: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """Agreement on pairs of nodes, corrected for chance: 1 for equal partitions, 0 expected for random ones.

    Random means shuffled labels with the given cluster sizes. Values worse than chance are negative, but at least -1.
    Symmetric. 1 if there is no node or one node.

    Hubert & Arabie, "Comparing partitions" (1985).

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    Examples
    --------
    >>> from frenemy.metrics import adjusted_rand_index
    >>> adjusted_rand_index([0, 0, 1, 1], [5, 5, 3, 3]), adjusted_rand_index([0, 1, 2, 3], [5, 5, 3, 3])
    (1.0, 0.0)
    """
    both, labels_only, truth_only, neither = _pair_counts(contingency_table(labels, truth))
    if labels_only == truth_only == 0:
        return 1.0
    # Python integers: products of pair counts exceed 64 bits at some ten thousand nodes.
    above = 2 * (both * neither - labels_only * truth_only)
    below = (both + truth_only) * (truth_only + neither) + (both + labels_only) * (labels_only + neither)
    return above / below


def variation_of_information(labels: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """The sum of the two conditional entropies, ``H(labels | truth) + H(truth | labels)``, in nats.

    A metric on partitions: 0 if they are equal, at most ``log(n_nodes)``, symmetric, with the triangle inequality.
    Divide by ``log(2)`` for bits. The first term grows if clusters split true clusters, the second if they mix them.
    0 if there is no node.

    Meilă, "Comparing clusterings: an information based distance" (2007).

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    Examples
    --------
    One cluster of two true halves: the half of a node is one bit.

    >>> from math import log
    >>> from frenemy.metrics import variation_of_information
    >>> variation_of_information([0, 0, 0, 0], [0, 0, 1, 1]) / log(2)
    1.0
    """
    table = contingency_table(labels, truth)
    if not table.n_nodes:
        return 0.0
    # Ratios are at least 1, so no term is negative, and terms of equal clusters are exactly 0.
    split = np.log(table.true_sizes[table.true_cluster] / table.n_shared)
    mixed = np.log(table.sizes[table.cluster] / table.n_shared)
    return float(table.n_shared @ (split + mixed)) / table.n_nodes


def pairwise(labels: npt.ArrayLike, truth: npt.ArrayLike) -> PrecisionRecall:
    """Precision and recall of the pairs of nodes that are together, as in record linkage.

    A share of no pairs counts as 1: singletons predict no pair, so their precision is 1. If neither partition has a
    pair, all three are 1. Large clusters dominate the pairs; :func:`b_cubed` counts nodes instead.

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    Examples
    --------
    Six predicted pairs, of which two are true; there are no other true pairs:

    >>> from frenemy.metrics import pairwise
    >>> pairwise([0, 0, 0, 0], [0, 0, 1, 1])
    PrecisionRecall(precision=0.3333333333333333, recall=1.0, f1=0.5)
    """
    both, labels_only, truth_only, _ = _pair_counts(contingency_table(labels, truth))

    def share(of: int, rest: int) -> float:
        return of / (of + rest) if of + rest else 1.0

    return PrecisionRecall(share(both, labels_only), share(both, truth_only), share(2 * both, labels_only + truth_only))


def b_cubed(labels: npt.ArrayLike, truth: npt.ArrayLike) -> PrecisionRecall:
    """B-cubed precision and recall: the means over nodes of the precision and recall of their clusters.

    The precision of a node is the share of its cluster that is in its true cluster; its recall is the share of its true
    cluster that is in its cluster. Both include the node itself. ``f1`` is the harmonic mean of the two means. All
    three are above 0, and 1 if there is no node.

    Bagga & Baldwin, "Algorithms for scoring coreference chains" (1998).

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    Examples
    --------
    For every node, half of its cluster is in its true cluster, and its true cluster is complete:

    >>> from frenemy.metrics import b_cubed
    >>> b_cubed([0, 0, 0, 0], [0, 0, 1, 1])
    PrecisionRecall(precision=0.5, recall=1.0, f1=0.6666666666666666)
    """
    table = contingency_table(labels, truth)
    if not table.n_nodes:
        return PrecisionRecall(1.0, 1.0, 1.0)
    precision = float(table.n_shared @ (table.n_shared / table.sizes[table.cluster])) / table.n_nodes
    recall = float(table.n_shared @ (table.n_shared / table.true_sizes[table.true_cluster])) / table.n_nodes
    return PrecisionRecall(precision, recall, 2.0 * precision * recall / (precision + recall))


def _pair_counts(table: Contingency) -> tuple[int, int, int, int]:
    """Pairs that are together in both, in the labels only, in the truth only, and in neither."""

    def within(sizes: Ints) -> int:
        return int((sizes * (sizes - 1) // 2).sum())

    both, of_labels, of_truth = within(table.n_shared), within(table.sizes), within(table.true_sizes)
    n_pairs = table.n_nodes * (table.n_nodes - 1) // 2
    return both, of_labels - both, of_truth - both, n_pairs - of_labels - of_truth + both
