"""Which nodes two labelings share: the table that all measures of agreement are computed from."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Set
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Ints


class Contingency(NamedTuple):
    """The sparse contingency table of clusters and true clusters: at most as many entries as nodes."""

    n_nodes: int
    cluster: Ints
    true_cluster: Ints
    n_shared: Ints
    sizes: Ints
    true_sizes: Ints


def contingency_table(labels: npt.ArrayLike, truth: npt.ArrayLike) -> Contingency:
    a, b = _codes(labels, "labels"), _codes(truth, "truth")
    if len(a) != len(b):
        raise ValueError(f"labels and truth must have the same length, got {len(a)} and {len(b)}")
    n_true = int(b.max(initial=-1)) + 1
    keys, n_shared = np.unique(a * n_true + b, return_counts=True)
    cluster, true_cluster = np.divmod(keys, max(n_true, 1))
    return Contingency(len(a), cluster, true_cluster, n_shared.astype(np.int64), np.bincount(a), np.bincount(b))


def _codes(values: npt.ArrayLike, name: str) -> Ints:
    """The labels as ``0..k-1``."""
    array = _as_array(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}")
    if array.dtype.kind == "O":  # mixed types cannot be sorted
        return _codes_of_objects(array, name)
    bad = np.flatnonzero(array != array)
    if len(bad):
        raise ValueError(f"{name} must be equal to themselves, got {array[bad[0]]} at node {bad[0]}")
    codes: Ints = np.unique(array, return_inverse=True)[1].astype(np.int64)
    return codes


def _as_array(values: Any, name: str) -> npt.NDArray[Any]:
    """Labels without type conversion: numpy would make 1 and "1" equal, and large integers floats."""
    if isinstance(values, np.ma.MaskedArray):
        raise ValueError(f"{name} must not be masked, got {_shown(values)}: drop those nodes, or fill them")
    if hasattr(values, "dtype"):
        return np.asarray(values)
    if isinstance(values, (str, bytes, Set, Mapping)) or not isinstance(values, Iterable):
        raise ValueError(f"{name} must be a sequence with one label per node, got {_shown(values)}")
    items = list(values)
    if set(map(type, items)) in ({int}, {float}, {bool}):
        try:
            return np.array(items, np.int64 if isinstance(items[0], int) else np.float64)
        except OverflowError:
            pass  # use objects instead
    array = np.empty(len(items), object)
    for i, item in enumerate(items):  # one by one, as numpy would unpack sequences
        array[i] = item
    return array


def _codes_of_objects(array: npt.NDArray[Any], name: str) -> Ints:
    numbers: dict[Any, int] = {}
    codes = np.empty(len(array), np.int64)
    for i, value in enumerate(array):
        if isinstance(value, (list, np.ndarray)):
            raise ValueError(f"{name} must be one-dimensional, got {_shown(value)} at node {i}")
        try:
            is_label = bool(value == value)
            codes[i] = numbers.setdefault(value, len(numbers))
        except (TypeError, ValueError):  # not hashable, or equality is not a bool
            is_label = False
        if not is_label:
            raise ValueError(f"{name} must be hashable and equal to themselves, got {_shown(value)} at node {i}")
    return codes


def _shown(value: Any) -> str:
    return reprlib.repr(value)
