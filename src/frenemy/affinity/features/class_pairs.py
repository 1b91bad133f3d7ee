"""Labelled pairs of rows of known classes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.problem.array_types import Bools, Ints
from frenemy.problem.checked_arrays import unmasked


def known_classes(y: npt.ArrayLike, n_rows: int) -> Ints:
    """Codes ``0..n_classes-1``, and -1 for unknown classes, which are -1, None or nan in ``y``."""
    given = unmasked(y, "y")
    if given.shape != (n_rows,):
        raise ValueError(f"y must have one class per row, got shape {given.shape} for {n_rows} rows")
    if given.dtype.kind in "biuUS":
        names, codes = np.unique(given, return_inverse=True)
        return _without(codes, names == -1 if given.dtype.kind == "i" else np.zeros(len(names), bool))
    if given.dtype.kind == "f":
        names, codes = np.unique(given, return_inverse=True)
        return _without(codes, (names == -1) | np.isnan(names))
    number: dict[Any, int] = {}
    return np.array([-1 if _is_unknown(value) else number.setdefault(value, len(number)) for value in given], np.int64)


def _is_unknown(value: Any) -> bool:
    return value is None or value != value or (not isinstance(value, (str, bytes)) and bool(value == -1))


def _without(codes: npt.NDArray[Any], is_unknown: Bools) -> Ints:
    """Codes renumbered without gaps, and -1 for the unknown."""
    renumbered = np.cumsum(~is_unknown) - 1
    renumbered[is_unknown] = -1
    return np.asarray(renumbered[codes], np.int64)


def class_pairs(classes: Ints, *, max_pairs: int, seed: int = 0) -> tuple[Ints, Ints, Bools]:
    """Pairs of rows of known classes: ``u``, ``v`` and whether they are together.

    All pairs, or a random sample of ``max_pairs`` of a kind.
    """
    rows = np.flatnonzero(classes >= 0)
    sizes = np.bincount(classes[rows])
    n_same = int((sizes * (sizes - 1) // 2).sum())
    if len(sizes) < 2 or n_same == 0:
        raise ValueError(
            f"learning from distances needs at least 2 classes and one class of at least 2 rows, got "
            f"{len(sizes)} class{'es' * (len(sizes) != 1)}, the largest of {sizes.max(initial=0)} row(s), in "
            f"{len(rows)} rows whose class is known: label more rows, or omit y to guess the weights"
        )
    random = np.random.default_rng(seed)
    by_class = rows[np.argsort(classes[rows], kind="stable")]
    first = np.cumsum(sizes) - sizes
    u, v = _same_pairs(by_class, first, sizes, n_same, max_pairs, random)
    a, b = _apart_pairs(by_class, first, sizes, max_pairs, random)
    return np.concatenate([u, a]), np.concatenate([v, b]), np.arange(len(u) + len(a)) < len(u)


def share_within(sizes: Ints) -> float:
    """Share of all pairs of rows that are in one class, for classes of these sizes."""
    n = int(sizes.sum())
    return float((sizes * (sizes - 1)).sum()) / (n * (n - 1.0))


def _same_pairs(
    by_class: Ints, first: Ints, sizes: Ints, n_same: int, max_pairs: int, random: np.random.Generator
) -> tuple[Ints, Ints]:
    """The pairs within classes are numbered, class by class."""
    at = np.arange(n_same) if n_same <= max_pairs else random.integers(n_same, size=max_pairs)
    up_to = np.cumsum(sizes * (sizes - 1) // 2)
    group = np.searchsorted(up_to, at, side="right")
    within = at - (up_to - sizes * (sizes - 1) // 2)[group]
    # Number p of the pairs of 0, 1, 2, ... is (i, j) with i < j and j (j - 1) / 2 + i = p; the root may be rounded.
    j = ((1.0 + np.sqrt(1.0 + 8.0 * within)) / 2.0).astype(np.int64)
    j -= j * (j - 1) // 2 > within
    j += j * (j + 1) // 2 <= within
    i = within - j * (j - 1) // 2
    return by_class[first[group] + i], by_class[first[group] + j]


def _apart_pairs(
    by_class: Ints, first: Ints, sizes: Ints, max_pairs: int, random: np.random.Generator
) -> tuple[Ints, Ints]:
    n = len(by_class)
    group = np.repeat(np.arange(len(sizes)), sizes)
    if n * (n - 1) // 2 <= 2 * max_pairs:
        i, j = np.triu_indices(n, 1)
        apart = np.flatnonzero(group[i] != group[j])
        if len(apart) > max_pairs:
            apart = apart[np.sort(random.permutation(len(apart))[:max_pairs])]
        return by_class[i[apart]], by_class[j[apart]]
    # Draw one end in proportion to the number of rows of other classes, and the other end uniformly from these rows.
    room = np.cumsum((n - sizes)[group])
    i = np.searchsorted(room, random.integers(room[-1], size=max_pairs), side="right")
    j = random.integers(n - sizes[group[i]])
    j += np.where(j >= first[group[i]], sizes[group[i]], 0)
    return by_class[i], by_class[j]
