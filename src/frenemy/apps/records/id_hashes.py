"""Numbers that are the same for the same ids, and hardly ever for others: made from the bytes of whole columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa

_Words = npt.NDArray[np.uint64]

_BASE = 0x9E3779B97F4A7C15  # odd, so that it has an inverse
_INVERSE = pow(_BASE, -1, 2**64)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_BLOCK = 1 << 20  # bytes that are looked at together


def id_hashes(columns: Sequence[pa.Array]) -> npt.NDArray[np.int64]:
    """A number in 0..2**31-1 for each row, from all of its columns.

    Parameters
    ----------
    columns : sequence of pyarrow arrays
        Texts, bytes, or values of a fixed width, as :func:`frenemy.apps.records.id_types.of_one_type` gives them;
        equal values of different types have different numbers.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.apps.records.id_hashes import id_hashes
    >>> one, two, three = id_hashes([pa.array(["a", "b", "a"])]).tolist()
    >>> one == three, one == two
    (True, False)
    """
    total = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        total = _mixed(total + _column_hashes(column))
    return (total >> np.uint64(33)).astype(np.int64)


def _column_hashes(column: pa.Array) -> _Words:
    kind = column.type
    if pa.types.is_null(kind) or not len(column):
        return np.zeros(len(column), np.uint64)
    if pa.types.is_boolean(kind):
        column, kind = column.cast(pa.int8()), pa.int8()
    if pa.types.is_fixed_size_binary(kind) or pa.types.is_primitive(kind) or pa.types.is_decimal(kind):
        width = kind.bit_width // 8
        begin = (column.offset + np.arange(len(column) + 1)) * width
        return _hashes(_bytes(column.buffers()[1]), begin)
    is_large = pa.types.is_large_string(kind) or pa.types.is_large_binary(kind)
    offsets = np.frombuffer(column.buffers()[1], np.int64 if is_large else np.int32)
    begin = offsets[column.offset : column.offset + len(column) + 1].astype(np.int64)
    return _hashes(_bytes(column.buffers()[2]), begin)


def _bytes(buffer: pa.Buffer | None) -> npt.NDArray[np.uint8]:
    return np.empty(0, np.uint8) if buffer is None else np.frombuffer(buffer, np.uint8)


def _hashes(data: npt.NDArray[np.uint8], begin: npt.NDArray[np.int64]) -> _Words:
    """Of each piece of the bytes, by the sum of its bytes times powers of a number.

    The powers count from where a block begins, which makes them one table; the inverse power of where a piece begins
    puts that right.
    """
    found = np.empty(len(begin) - 1, np.uint64)
    at = 0
    while at < len(found):
        end = max(at + 1, int(np.searchsorted(begin, begin[at] + _BLOCK, side="right")) - 1)
        places = begin[at : end + 1] - begin[at]
        powers, inverse = _powers(_BASE, int(places[-1])), _powers(_INVERSE, int(places[-1]))
        block = data[begin[at] : begin[end]]
        sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum((block + np.uint64(1)) * powers[:-1])))
        found[at:end] = (sums[places[1:]] - sums[places[:-1]]) * inverse[places[:-1]]
        at = end
    return _mixed(found + np.diff(begin).astype(np.uint64))


def _powers(base: int, n: int) -> _Words:
    factors = np.full(n + 1, base, np.uint64)
    factors[0] = 1
    powers: _Words = np.cumprod(factors)
    return powers


def _mixed(words: _Words) -> _Words:
    """High bits that depend on all bits."""
    words = (words ^ (words >> np.uint64(30))) * _MIX
    mixed: _Words = words ^ (words >> np.uint64(27)) ^ (words << np.uint64(31))
    return mixed
