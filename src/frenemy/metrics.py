"""How well a clustering agrees with a known one.

Every measure takes one label per node for the clustering and for the truth, where labels are anything that can be told
apart: numbers, names, tuples; 1 and "1" are two. Only which nodes share a label matters. All are made of how many nodes
each cluster shares with each true one, of which at most ``n_nodes`` are above 0, so that memory goes with the nodes
however many clusters there are. With no node nothing is wrong: similarities are 1, :func:`variation_of_information` is
0; so they are with one.

>>> from frenemy import metrics
>>> truth = ["cat", "cat", "cat", "dog", "dog"]
>>> for labels in ([0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 1, 2, 3, 4]):
...     print(metrics.purity(labels, truth), round(metrics.adjusted_rand_index(labels, truth), 2))
1.0 1.0
0.6 0.0
1.0 0.0
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Set
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["PrecisionRecall", "adjusted_rand_index", "b_cubed", "pairwise", "purity", "variation_of_information"]

_Ints = npt.NDArray[np.int64]


class PrecisionRecall(NamedTuple):
    """How much of what is together belongs together, and how much of what belongs together is.

    Attributes
    ----------
    precision : float
        Low where clusters mix what belongs apart.
    recall : float
        Low where clusters split what belongs together.
    f1 : float
        The harmonic mean of the two; 0 if either is.
    """

    precision: float
    recall: float
    f1: float


def purity(labels: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """Share of the nodes that are in the majority of their cluster: ``1/n * sum over c of max over g of |c & g|``.

    Never show it alone: splitting never lowers it, and ``n`` clusters of one node each have a purity of 1. The number
    of clusters and :func:`adjusted_rand_index` beside it tell. In 0..1, higher is better; 1 if there is no node.

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
    table = _contingency(labels, truth)
    if not table.n_nodes:
        return 1.0
    most = np.zeros(len(table.sizes), np.int64)
    np.maximum.at(most, table.cluster, table.n_shared)
    return int(most.sum()) / table.n_nodes


def adjusted_rand_index(labels: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """Agreement of the two on pairs of nodes, where 0 is what chance gives and 1 is the same partition.

    Chance means shuffled labels, with the sizes of the clusters as they are. Worse than chance is below 0, never below
    -1. Symmetric. 1 if the partitions are the same, also those of no node and of one.

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
    both, labels_only, truth_only, neither = _pair_counts(_contingency(labels, truth))
    if labels_only == truth_only == 0:
        return 1.0
    # Whole numbers of any length: products of counts of pairs pass 64 bits at some ten thousand nodes.
    above = 2 * (both * neither - labels_only * truth_only)
    below = (both + truth_only) * (truth_only + neither) + (both + labels_only) * (labels_only + neither)
    return above / below


def variation_of_information(labels: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """What either clustering leaves open about the other, ``H(labels | truth) + H(truth | labels)``, in nats.

    A distance between partitions: 0 if they are the same, at most ``log(n_nodes)``, symmetric, and no detour by a third
    one is shorter. Divide by ``log(2)`` for bits. The first term grows where clusters split what belongs together, the
    second where they mix. 0 if there is no node.

    Meilă, "Comparing clusterings: an information based distance" (2007).

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    Examples
    --------
    One cluster of two halves: which half a node is in takes one bit.

    >>> from math import log
    >>> from frenemy.metrics import variation_of_information
    >>> variation_of_information([0, 0, 0, 0], [0, 0, 1, 1]) / log(2)
    1.0
    """
    table = _contingency(labels, truth)
    if not table.n_nodes:
        return 0.0
    # Ratios of at least 1, so that no term is negative, and each is 0 where it should be.
    split = np.log(table.true_sizes[table.true_cluster] / table.n_shared)
    mixed = np.log(table.sizes[table.cluster] / table.n_shared)
    return float(table.n_shared @ (split + mixed)) / table.n_nodes


def pairwise(labels: npt.ArrayLike, truth: npt.ArrayLike) -> PrecisionRecall:
    """Precision and recall of the pairs of nodes that are together, as record linkage counts.

    A share of no pairs is 1: singletons claim no pair, so none is wrong, and their precision is 1. Where neither has
    any pair, as with no node and with one, all three are 1. Large clusters have most of the pairs; :func:`b_cubed`
    counts nodes instead.

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    Examples
    --------
    Six pairs are claimed, of which two are true, and those are all there are:

    >>> from frenemy.metrics import pairwise
    >>> pairwise([0, 0, 0, 0], [0, 0, 1, 1])
    PrecisionRecall(precision=0.3333333333333333, recall=1.0, f1=0.5)
    """
    both, labels_only, truth_only, _ = _pair_counts(_contingency(labels, truth))

    def share(of: int, rest: int) -> float:
        return of / (of + rest) if of + rest else 1.0

    return PrecisionRecall(share(both, labels_only), share(both, truth_only), share(2 * both, labels_only + truth_only))


def b_cubed(labels: npt.ArrayLike, truth: npt.ArrayLike) -> PrecisionRecall:
    """Precision and recall as nodes see them: each looks at its own cluster, itself included, and all count the same.

    The precision of a node is the share of its cluster that belongs to it, its recall the share of what belongs to it
    that is in its cluster. ``f1`` is made of their means. All three are above 0, since a node belongs to itself, and 1
    if there is no node.

    Bagga & Baldwin, "Algorithms for scoring coreference chains" (1998).

    Parameters
    ----------
    labels : (n_nodes,)
        The clustering; equal means together.
    truth : (n_nodes,)
        The true one.

    Examples
    --------
    Every node finds half of its cluster its own, and misses no one:

    >>> from frenemy.metrics import b_cubed
    >>> b_cubed([0, 0, 0, 0], [0, 0, 1, 1])
    PrecisionRecall(precision=0.5, recall=1.0, f1=0.6666666666666666)
    """
    table = _contingency(labels, truth)
    if not table.n_nodes:
        return PrecisionRecall(1.0, 1.0, 1.0)
    precision = float(table.n_shared @ (table.n_shared / table.sizes[table.cluster])) / table.n_nodes
    recall = float(table.n_shared @ (table.n_shared / table.true_sizes[table.true_cluster])) / table.n_nodes
    return PrecisionRecall(precision, recall, 2.0 * precision * recall / (precision + recall))


class _Contingency(NamedTuple):
    """How many nodes a cluster shares with a true one, where that is any: at most as many entries as nodes."""

    n_nodes: int
    cluster: _Ints
    true_cluster: _Ints
    n_shared: _Ints
    sizes: _Ints
    true_sizes: _Ints


def _contingency(labels: npt.ArrayLike, truth: npt.ArrayLike) -> _Contingency:
    a, b = _codes(labels, "labels"), _codes(truth, "truth")
    if len(a) != len(b):
        raise ValueError(f"labels and truth must have the same length, got {len(a)} and {len(b)}")
    n_true = int(b.max(initial=-1)) + 1
    keys, n_shared = np.unique(a * n_true + b, return_counts=True)
    cluster, true_cluster = np.divmod(keys, max(n_true, 1))
    return _Contingency(len(a), cluster, true_cluster, n_shared.astype(np.int64), np.bincount(a), np.bincount(b))


def _pair_counts(table: _Contingency) -> tuple[int, int, int, int]:
    """Pairs that are together in both, in the labels only, in the truth only, and in neither."""

    def within(sizes: _Ints) -> int:
        return int((sizes * (sizes - 1) // 2).sum())

    both, of_labels, of_truth = within(table.n_shared), within(table.sizes), within(table.true_sizes)
    n_pairs = table.n_nodes * (table.n_nodes - 1) // 2
    return both, of_labels - both, of_truth - both, n_pairs - of_labels - of_truth + both


def _codes(values: npt.ArrayLike, name: str) -> _Ints:
    """The labels as ``0..k-1``."""
    array = _as_array(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}")
    if array.dtype.kind == "O":  # names and numbers, or none: they have no order
        return _codes_of_objects(array, name)
    bad = np.flatnonzero(array != array)
    if len(bad):
        raise ValueError(f"{name} must be equal to themselves, got {array[bad[0]]} at node {bad[0]}")
    codes: _Ints = np.unique(array, return_inverse=True)[1].astype(np.int64)
    return codes


def _as_array(values: Any, name: str) -> npt.NDArray[Any]:
    """Labels as they are: numpy would make one type of 1 and "1", and floats of large numbers."""
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(f"{name} must not be masked, got {_shown(values)}: leave those nodes out, or fill them")
    if hasattr(values, "dtype"):
        return np.asarray(values)
    if isinstance(values, (str, bytes, Set, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{name} must be a sequence with one label per node, got {_shown(values)}")
    items = list(values)
    if set(map(type, items)) in ({int}, {float}, {bool}):
        try:
            return np.array(items, np.int64 if isinstance(items[0], int) else np.float64)
        except OverflowError:
            pass  # as objects, then
    array = np.empty(len(items), object)
    for i, item in enumerate(items):  # one by one, or numpy would look into those that are sequences
        array[i] = item
    return array


def _codes_of_objects(array: npt.NDArray[Any], name: str) -> _Ints:
    numbers: dict[Any, int] = {}
    codes = np.empty(len(array), np.int64)
    for i, value in enumerate(array):
        if isinstance(value, (list, np.ndarray)):
            raise ValueError(f"{name} must be one-dimensional, got {_shown(value)} at node {i}")
        try:
            is_label = bool(value == value)
            codes[i] = numbers.setdefault(value, len(numbers))
        except (TypeError, ValueError):  # no hash, or no yes or no
            is_label = False
        if not is_label:
            raise ValueError(f"{name} must be hashable and equal to themselves, got {_shown(value)} at node {i}")
    return codes


def _shown(value: Any) -> str:
    return reprlib.repr(value)
