"""Hashes of ids of any type: 64-bit keys that are spread evenly.

Whole numbers are mixed by a map that has an inverse, so different numbers have different keys. The key of anything else
is a hash of its bytes, which two ids may share: callers compare the ids where it matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

import numpy as np
import numpy.typing as npt

from frenemy import _core
from frenemy.problem.array_types import Ints
from frenemy.tables.arrow import pa

Keys = npt.NDArray[np.uint64]

_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def number_keys(numbers: Ints) -> Keys:
    """The keys of whole numbers, by the finalizer of splitmix64.

    Examples
    --------
    >>> import numpy as np
    >>> from frenemy.tables.ids.id_keys import number_keys
    >>> len(set(number_keys(np.array([-3, 0, 2**62]))))
    3
    """
    z = numbers.view(np.uint64).copy()
    z ^= z >> np.uint64(30)
    z *= _FIRST
    z ^= z >> np.uint64(27)
    z *= _SECOND
    z ^= z >> np.uint64(31)
    return z


def row_keys(columns: Iterable[Keys]) -> Keys:
    """The keys of ids that have several columns, from the keys of each column."""
    return reduce(lambda keys, own: number_keys((keys * np.uint64(5) + own).view(np.int64)), columns)


def id_hashes(columns: Sequence[pa.Array]) -> Ints:
    """A number in 0..2**31-1 for each row, from all of its columns.

    Parameters
    ----------
    columns : sequence of pyarrow arrays
        Strings, bytes, or values of a fixed width, as :func:`frenemy.tables.ids.id_types.of_one_type` gives them;
        equal values of different types have different hashes.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.ids.id_keys import id_hashes
    >>> one, two, three = id_hashes([pa.array(["a", "b", "a"])]).tolist()
    >>> one == three, one == two
    (True, False)
    """
    return (row_keys(_byte_keys(column) for column in columns) >> np.uint64(33)).astype(np.int64)


def _byte_keys(column: pa.Array) -> Keys:
    """The keys of the bytes of each value of a column without nulls."""
    kind, n = column.type, len(column)
    if pa.types.is_null(kind) or not n:
        return np.zeros(n, np.uint64)
    if pa.types.is_boolean(kind):
        column, kind = column.cast(pa.int8()), pa.int8()
    if pa.types.is_fixed_size_binary(kind) or pa.types.is_primitive(kind) or pa.types.is_decimal(kind):
        begins = (column.offset + np.arange(n + 1)) * (kind.bit_width // 8)
        return _core.text_keys(begins, _bytes(column.buffers()[1]), 0)
    is_large = pa.types.is_large_string(kind) or pa.types.is_large_binary(kind)
    offsets = np.frombuffer(column.buffers()[1], np.int64 if is_large else np.int32)
    begins = offsets[column.offset : column.offset + n + 1].astype(np.int64)
    return _core.text_keys(begins, _bytes(column.buffers()[2]), 0)


def _bytes(buffer: pa.Buffer | None) -> npt.NDArray[np.uint8]:
    return np.empty(0, np.uint8) if buffer is None else np.frombuffer(buffer, np.uint8)
