"""Agreement of label pictures and label volumes, with the conventions of SNEMI3D and CREMI.

In the truth, voxels with the label ``ignore`` (0: boundaries, background, not known) do not count. In the labels, 0 is
a label like any other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Ints

_PIECE = 1 << 24  # voxels at a time


class SplitAndMerge(NamedTuple):
    """The two halves of the variation of information, in bits.

    Attributes
    ----------
    split : float
        ``H(labels | truth)``: grows if a true cell is in several pieces.
    merge : float
        ``H(truth | labels)``: grows if a piece has parts of several true cells.
    """

    split: float
    merge: float

    @property
    def total(self) -> float:
        """The variation of information."""
        return self.split + self.merge


def adapted_rand_error(labels: npt.ArrayLike, truth: npt.ArrayLike, *, ignore: int | None = 0) -> float:
    """1 minus the F-score of pairs of voxels that are together: 0 is perfect, lower is better.

    Precision and recall count ordered pairs, a voxel with itself included, as in SNEMI3D and CREMI:
    ``sum of p_ij^2`` over ``sum of a_i^2`` and over ``sum of b_j^2``. 0 if no voxel counts.

    Parameters
    ----------
    labels : int, any shape
    truth : int, the same shape
    ignore : int or None
        Voxels with this label in the truth do not count.

    References
    ----------
    Arganda-Carreras et al., "Crowdsourcing the creation of image segmentation algorithms for connectomics" (2015).

    Examples
    --------
    >>> from frenemy.metrics import adapted_rand_error
    >>> adapted_rand_error([5, 5, 5, 7, 7], [1, 1, 0, 2, 2])
    0.0
    >>> round(adapted_rand_error([5, 5, 5, 5], [1, 1, 2, 2]), 3)
    0.333
    """
    table = _overlaps(labels, truth, ignore)
    both, of_labels, of_truth = (float(n.astype(np.float64) @ n) for n in table)
    return 1.0 - 2.0 * both / (of_labels + of_truth) if both else 0.0


def split_and_merge(labels: npt.ArrayLike, truth: npt.ArrayLike, *, ignore: int | None = 0) -> SplitAndMerge:
    """The variation of information in its two halves, in bits, as in CREMI; 0 is perfect, lower is better.

    Parameters
    ----------
    labels, truth, ignore
        As in :func:`adapted_rand_error`.

    Examples
    --------
    A piece with halves of two cells, and a cell in two pieces:

    >>> from frenemy.metrics import split_and_merge
    >>> split_and_merge([1, 1, 1, 1], [1, 1, 2, 2])
    SplitAndMerge(split=0.0, merge=1.0)
    >>> split_and_merge([1, 1, 2, 2], [1, 1, 1, 1])
    SplitAndMerge(split=1.0, merge=0.0)
    """
    shared, of_labels, of_truth = _overlaps(labels, truth, ignore)
    n = int(shared.sum())
    if not n:
        return SplitAndMerge(0.0, 0.0)

    def entropy(counts: Ints) -> float:
        share = counts / n
        return -float(share @ np.log2(share))

    both = entropy(shared)
    return SplitAndMerge(max(both - entropy(of_truth), 0.0), max(both - entropy(of_labels), 0.0))


def _overlaps(labels: npt.ArrayLike, truth: npt.ArrayLike, ignore: int | None) -> tuple[Ints, Ints, Ints]:
    """How many voxels each pair of labels shares, and how many each label has, among those that count."""
    a, b = _checked(labels, "labels"), _checked(truth, "truth")
    if a.shape != b.shape:
        raise ValueError(f"labels and truth must have the same shape, got {a.shape} and {b.shape}")
    pairs, n_shared = np.empty(0, _PAIR), np.zeros(0, np.int64)
    flat_a, flat_b = a.reshape(-1), b.reshape(-1)
    for begin in range(0, a.size, _PIECE):
        one, other = flat_a[begin : begin + _PIECE], flat_b[begin : begin + _PIECE]
        if ignore is not None:
            counts = other != ignore
            one, other = one[counts], other[counts]
        new_pairs, n_new = _counted_pairs(one, other)
        pairs, n_shared = _summed(np.concatenate((pairs, new_pairs)), np.concatenate((n_shared, n_new)))
    return n_shared, _summed(pairs["a"], n_shared)[1], _summed(pairs["b"], n_shared)[1]


_PAIR = np.dtype([("a", np.int64), ("b", np.int64)])


def _counted_pairs(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Ints]:
    """The distinct pairs of labels, and how often each comes."""
    low_a, low_b = (int(array.min(initial=0)) for array in (a, b))
    span = int(b.max(initial=0)) - low_b + 1
    if (int(a.max(initial=0)) - low_a + 1) * span < 2**62:
        keys, counts = np.unique((a.astype(np.int64) - low_a) * span + (b.astype(np.int64) - low_b), return_counts=True)
        pairs = np.empty(len(keys), _PAIR)
        pairs["a"], pairs["b"] = keys // span + low_a, keys % span + low_b
        return pairs, counts.astype(np.int64)
    pairs = np.empty(len(a), _PAIR)
    pairs["a"], pairs["b"] = a.astype(np.int64), b.astype(np.int64)
    return _summed(pairs, np.ones(len(a), np.int64))


def _summed(keys: npt.NDArray[Any], counts: Ints) -> tuple[npt.NDArray[Any], Ints]:
    """The distinct keys, and the sum of the counts of each."""
    distinct, at = np.unique(keys, return_inverse=True)
    total = np.zeros(len(distinct), np.int64)
    np.add.at(total, at, counts)
    return distinct, total


def _checked(labels: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    array = np.asarray(labels)
    if array.dtype.kind == "b":
        return array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be whole numbers, got {array.dtype}")
    if array.dtype == np.uint64 and array.size and int(array.max()) >= 2**63:
        raise ValueError(f"{name} must be below 2^63, got {array.max()}")
    return array
