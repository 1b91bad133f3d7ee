"""Which row of one table is the record of another, by ids of one or several columns of any type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pyarrow as pa

_Ints = npt.NDArray[np.int64]


def matched_rows(records: Sequence[Any], others: Sequence[Any], *, names: Sequence[str] = ()) -> _Ints:
    """The row of each record among the others, or -1.

    Parameters
    ----------
    records, others : sequences of pyarrow arrays
        The columns that make up the id, in the same order.
    names : sequence of str, optional
        What the columns are called in errors.

    Returns
    -------
    (n_records,) int64

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.apps.records.record_match import matched_rows
    >>> source, number = pa.array(["a", "a", "b"]), pa.array([1, 2, 1])
    >>> matched_rows([source, number], [pa.array(["b", "a"]), pa.array([1, 1])]).tolist()
    [1, -1, 0]
    """
    if len(records) != len(others):
        raise ValueError(f"ids must have the same columns in both tables, got {len(records)} and {len(others)}")
    called = names or [f"column {at}" for at in range(len(records))]
    keys, other_keys = np.zeros(len(records[0]), np.int64), np.zeros(len(others[0]), np.int64)
    for column, other, name in zip(records, others, called, strict=True):
        codes, other_codes, n_codes = _codes(column, other, name)
        keys, other_keys = _combined(keys, other_keys, codes, other_codes, n_codes)
    order = np.argsort(other_keys, kind="stable")
    ordered = other_keys[order]
    twice = np.flatnonzero(ordered[1:] == ordered[:-1])
    if len(twice):
        raise ValueError(
            f"a record must be in a table once, but rows {order[twice[0]]} and {order[twice[0] + 1]} (from 0) have the "
            f"same id {_told(others, int(order[twice[0]]))}"
        )
    at = np.minimum(np.searchsorted(ordered, keys), max(0, len(ordered) - 1))
    return np.where(ordered[at] == keys, order[at], -1) if len(ordered) else np.full(len(keys), -1, np.int64)


def _codes(column: Any, other: Any, name: str) -> tuple[_Ints, _Ints, int]:
    """Both columns as numbers, equal where the values are."""
    import pyarrow as pa

    first, second = plain_ids(column), plain_ids(other)
    for ids in (first, second):
        _check_not_null(ids, name)
    if first.type != second.type:
        try:
            second = second.cast(_wider(first.type, second.type))
            first = first.cast(second.type)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise ValueError(f"ids of {name} are {column.type} in one table and {other.type} in the other") from error
    both = pa.concat_arrays([first, second]).dictionary_encode()
    codes = both.indices.to_numpy().astype(np.int64)
    return codes[: len(first)], codes[len(first) :], len(both.dictionary)


def plain_ids(column: Any) -> pa.Array:
    """A column of ids in one piece and of a type that Arrow can do everything with."""
    import pyarrow as pa

    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    return array.cast(pa.large_string()) if pa.types.is_string_view(array.type) else array


def _check_not_null(ids: pa.Array, name: str) -> None:
    if ids.null_count:
        row = int(np.flatnonzero(np.asarray(ids.is_null()))[0])
        raise ValueError(f"ids must not be null, got one in {name} at row {row} (from 0)")


def _wider(one: pa.DataType, other: pa.DataType) -> pa.DataType:
    """A type that holds the ids of both, so that 1 is found in a column of wider numbers, but never in one of texts."""
    import pyarrow as pa

    def is_text(kind: pa.DataType) -> bool:
        return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))

    if is_text(one) and is_text(other):
        return pa.large_string()
    if is_text(one) or is_text(other):
        raise pa.ArrowInvalid("numbers and texts")
    if pa.types.is_integer(one) and pa.types.is_integer(other):
        return pa.uint64() if pa.uint64() in (one, other) else pa.int64()
    return one


def _combined(keys: _Ints, other_keys: _Ints, codes: _Ints, other_codes: _Ints, n_codes: int) -> tuple[_Ints, _Ints]:
    """One number for what has been seen of the id so far and the next column; numbered anew before it is too large."""
    largest = max(int(keys.max(initial=0)), int(other_keys.max(initial=0)))
    if (largest + 1) * max(1, n_codes) >= 2**62:
        fresh = np.unique(np.concatenate((keys, other_keys)), return_inverse=True)[1].astype(np.int64)
        keys, other_keys = fresh[: len(keys)], fresh[len(keys) :]
    return keys * n_codes + codes, other_keys * n_codes + other_codes


def _told(columns: Sequence[Any], row: int) -> str:
    values = [repr(column[row].as_py()) for column in columns]
    return values[0] if len(values) == 1 else f"({', '.join(values)})"
