"""Pairs of rows of known classes: which of them are together is known, too."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int64]


def known_classes(y: npt.ArrayLike, n_rows: int) -> _Ints:
    """Codes ``0..n_classes-1``, and -1 where the class is not known: there ``y`` is -1, None or nan."""
    given = np.asarray(y)
    if given.shape != (n_rows,):
        raise ValueError(f"y must have one class a row, got shape {given.shape} for {n_rows} rows")
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


def _without(codes: npt.NDArray[Any], is_unknown: npt.NDArray[np.bool_]) -> _Ints:
    """Codes with those of the unknown made -1, and the others without gaps."""
    renumbered = np.cumsum(~is_unknown) - 1
    renumbered[is_unknown] = -1
    return np.asarray(renumbered[codes], np.int64)


def class_pairs(classes: _Ints, *, most: int, seed: int = 0) -> tuple[_Ints, _Ints, npt.NDArray[np.bool_]]:
    """Pairs of rows of known classes: ``u``, ``v`` and whether they are together.

    All of them, or ``most`` of a kind, drawn at random.
    """
    rows = np.flatnonzero(classes >= 0)
    sizes = np.bincount(classes[rows])
    n_same = int((sizes * (sizes - 1) // 2).sum())
    if len(sizes) < 2 or n_same == 0:
        raise ValueError(
            f"learning what a distance says needs at least 2 classes and one class of at least 2 rows, got "
            f"{len(sizes)} class{'es' * (len(sizes) != 1)}, the largest of {sizes.max(initial=0)} row(s), in "
            f"{len(rows)} rows whose class is known: label more of them, or give no y and have the weights guessed"
        )
    random = np.random.default_rng(seed)
    by_class = rows[np.argsort(classes[rows], kind="stable")]
    first = np.cumsum(sizes) - sizes
    u, v = _same_pairs(by_class, first, sizes, n_same, most, random)
    a, b = _apart_pairs(by_class, first, sizes, most, random)
    return np.concatenate([u, a]), np.concatenate([v, b]), np.arange(len(u) + len(a)) < len(u)


def share_within(sizes: _Ints) -> float:
    """Share of all pairs of rows that are in one class, of classes of these sizes."""
    n = int(sizes.sum())
    return float((sizes * (sizes - 1)).sum()) / (n * (n - 1.0))


def _same_pairs(
    by_class: _Ints, first: _Ints, sizes: _Ints, n_same: int, most: int, random: np.random.Generator
) -> tuple[_Ints, _Ints]:
    """The pairs within classes are numbered, class by class."""
    at = np.arange(n_same) if n_same <= most else random.integers(n_same, size=most)
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
    by_class: _Ints, first: _Ints, sizes: _Ints, most: int, random: np.random.Generator
) -> tuple[_Ints, _Ints]:
    n = len(by_class)
    group = np.repeat(np.arange(len(sizes)), sizes)
    if n * (n - 1) // 2 <= 2 * most:
        i, j = np.triu_indices(n, 1)
        apart = np.flatnonzero(group[i] != group[j])
        if len(apart) > most:
            apart = apart[np.sort(random.permutation(len(apart))[:most])]
        return by_class[i[apart]], by_class[j[apart]]
    # One end in proportion to how many it is apart from, the other among those: past its own class, which is a run.
    room = np.cumsum((n - sizes)[group])
    i = np.searchsorted(room, random.integers(room[-1], size=most), side="right")
    j = random.integers(n - sizes[group[i]])
    j += np.where(j >= first[group[i]], sizes[group[i]], 0)
    return by_class[i], by_class[j]
