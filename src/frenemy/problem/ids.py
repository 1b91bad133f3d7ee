"""Number the nodes of pairs whose ends are ids of any hashable kind."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from frenemy.problem.checked_arrays import MAX_NODES, check_unmasked, node_ids, shown, whole_number, whole_numbers

Ids = tuple[Hashable, ...]
_NUMBERS = (int, float, complex, np.number, np.bool_)


class NumberedPairs(NamedTuple):
    """Both ends of pairs as node numbers, and the id of each node; None if its number is its id."""

    u: npt.NDArray[np.int32]
    v: npt.NDArray[np.int32]
    ids: Ids | None


def numbered_pairs(u: Any, v: Any) -> NumberedPairs:
    """Whole numbers are node numbers themselves; ids of other kinds are numbered by first appearance.

    Examples
    --------
    >>> from frenemy.problem.ids import numbered_pairs
    >>> numbered_pairs(["ann", "bob"], ["bob", "cid"]).ids
    ('ann', 'bob', 'cid')
    >>> numbered_pairs([0, 3], [3, 4]).ids is None
    True
    """
    left, right = _flat(_values(u, "u"), "u"), _flat(_values(v, "v"), "v")
    _check_lengths(left, right)
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return NumberedPairs(node_ids(left, "u"), node_ids(right, "v"), None)
    return _numbered(_items(left, "u", "edge"), _items(right, "v", "edge"), "u", "v", "edge")


def numbered_ids(u: Any, v: Any, *, names: tuple[str, str] = ("u", "v"), unit: str = "row") -> NumberedPairs:
    """As :func:`numbered_pairs`, but whole numbers are node numbers only if they are exactly ``0..n-1``.

    ``names`` and ``unit`` say in errors where an id stands.

    Examples
    --------
    >>> from frenemy.problem.ids import numbered_ids
    >>> numbered_ids([1001, 1007], [1007, 1002]).ids
    (1001, 1007, 1002)
    """
    left, right = _values(u, names[0]), _values(v, names[1])
    _check_lengths(left, right)
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        return _numbered_integers(whole_numbers(left, names[0], unit), whole_numbers(right, names[1], unit))
    return _numbered(_items(left, names[0], unit), _items(right, names[1], unit), *names, unit)


def checked_ids(ids: Any, n_nodes: int) -> Ids:
    """One id per node, hashable and distinct."""
    if isinstance(ids, (str, bytes)) or not isinstance(ids, Iterable):
        raise ValueError(f"ids must hold one id per node, got {shown(ids)}")
    found = _items(_values(ids, "ids"), "ids", "node")
    if len(found) != n_nodes:
        raise ValueError(f"ids must hold one id per node, {n_nodes}, got {len(found)}")
    number: dict[Hashable, int] = {}
    for node, one in enumerate(found):
        first = number.setdefault(_checked(one, "ids", "node", node), node)
        if first != node:
            raise ValueError(f"ids must be distinct, got {shown(one)} at node {first} and at node {node}")
    return tuple(found)


# ----------------------------------------------------------------------------------------------------------------------


def _values(values: Any, name: str) -> npt.NDArray[Any] | list[Any]:
    """An array if all are numbers, else a list: NumPy would make text of mixed ids, and a table of tuples."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise ValueError(f"{name} must hold one id per pair, got {shown(values)}")
    check_unmasked(values, name)
    if hasattr(values, "__array__"):
        array = np.asarray(values)
        if array.ndim != 1:
            raise ValueError(f"{name} must be one-dimensional, got shape {array.shape}")
        if array.dtype.kind not in "OUSMm":
            return array
        values = array.tolist() if array.dtype.kind in "OUS" else list(array)  # times stay what they are
    items = list(values)
    kinds = set(map(type, items))
    if not all(issubclass(kind, _NUMBERS) for kind in kinds):
        return items
    array = np.asarray(items, None if items else np.int64)
    is_beyond = all(issubclass(kind, int) for kind in kinds) and array.dtype.kind not in "biu"  # of 64 bits
    return items if is_beyond else array


def _flat(values: npt.NDArray[Any] | list[Any], name: str) -> npt.NDArray[Any] | list[Any]:
    if len(values) and all(isinstance(one, list) for one in values):
        raise ValueError(f"{name} must be one-dimensional, got shape {np.shape(values)}")
    return values


def _items(values: npt.NDArray[Any] | list[Any], name: str, unit: str) -> list[Any]:
    """The ids as Python's own values; whole floats, which a column with a gap holds, as integers."""
    if isinstance(values, list):
        return values
    found: list[Any] = whole_numbers(values, name, unit).tolist() if len(values) else []
    return found


def _check_lengths(left: Sequence[Any] | npt.NDArray[Any], right: Sequence[Any] | npt.NDArray[Any]) -> None:
    if len(left) != len(right):
        raise ValueError(f"u and v must have the same length, got {len(left)} and {len(right)}")


def _numbered_integers(u: npt.NDArray[Any], v: npt.NDArray[Any]) -> NumberedPairs:
    both = np.stack((u, v), axis=1).ravel()
    values, first, place = np.unique(both, return_index=True, return_inverse=True)
    whole_number(len(values), "the number of ids", maximum=MAX_NODES)
    if len(values) == 0 or (values[0] == 0 and values[-1] == len(values) - 1):
        return NumberedPairs(u.astype(np.int32), v.astype(np.int32), None)
    order = np.argsort(first)
    rank = np.empty(len(values), np.int32)
    rank[order] = np.arange(len(values))
    codes = rank[place.reshape(-1, 2)]
    left, right = (np.ascontiguousarray(codes[:, side]) for side in (0, 1))
    return NumberedPairs(left, right, tuple(values[order].tolist()))


def _numbered(left: list[Any], right: list[Any], left_name: str, right_name: str, unit: str) -> NumberedPairs:
    number: dict[Hashable, int] = {}
    codes = np.empty((len(left), 2), np.int32)
    for row, ends in enumerate(zip(left, right, strict=True)):
        for side, one in enumerate(ends):
            try:
                code = number.get(one)
            except TypeError:
                code = None
            if code is None:
                known = _checked(one, (left_name, right_name)[side], unit, row)
                code = number.setdefault(known, len(number))
            codes[row, side] = code
    u, v = (np.ascontiguousarray(codes[:, side]) for side in (0, 1))
    return NumberedPairs(u, v, tuple(chain(number)))


def _checked(one: Any, name: str, unit: str, at: int) -> Hashable:
    """An id that names something: hashable, not missing, not a truth value (which would equal 0 or 1)."""
    if _is_missing(one):
        raise ValueError(f"{name} must not have missing ids, got {shown(one)} at {unit} {at}")
    if isinstance(one, (bool, np.bool_)):
        raise ValueError(f"{name} must be ids, got {shown(one)} at {unit} {at}")
    try:
        hash(one)
    except TypeError:
        raise ValueError(f"{name} must be hashable ids, got {shown(one)} at {unit} {at}") from None
    return one  # type: ignore[no-any-return]


def _is_missing(one: Any) -> bool:
    try:
        return one is None or bool(one != one)
    except (TypeError, ValueError):  # pandas' NA has no truth value; neither have arrays, which are not hashable
        return not hasattr(one, "__len__")
