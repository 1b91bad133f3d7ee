"""Number ids of any type 0..n-1, and back.

Arrow encodes the columns of both ends in one hash table, so no id becomes a Python object: ten million pairs of strings
take seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from frenemy.tables.arrow import pa
from frenemy.tables.ids.id_types import IdColumn, of_one_type, with_extension

Codes = npt.NDArray[np.int32]
_MAX_RECORDS = 2**31 - 1


@dataclass(frozen=True, eq=False)
class RecordIds(Sequence[Any]):
    """The distinct ids, in order: record ``i`` has the ``i``-th value of each column.

    As a sequence: the id of a record, a tuple if it has several columns.

    Attributes
    ----------
    values : tuple of pyarrow.Array
        One per column of the id.
    """

    values: tuple[pa.Array, ...]

    @property
    def n(self) -> int:
        """Number of records."""
        return len(self.values[0])

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, at: Any) -> Any:
        row = tuple(column[int(at)].as_py() for column in self.values)
        return row[0] if len(row) == 1 else row

    def take(self, codes: npt.NDArray[np.integer]) -> tuple[pa.Array, ...]:
        """The ids of some records, column by column."""
        return tuple(column.take(pa.array(codes)) for column in self.values)

    def find(self, columns: Sequence[IdColumn]) -> Codes:
        """The code of each id in other columns, -1 if unknown; the columns must have no nulls.

        Examples
        --------
        >>> import pyarrow as pa
        >>> from frenemy.tables.ids.id_types import IdColumn
        >>> from frenemy.tables.ids.record_ids import RecordIds
        >>> ids = RecordIds((pa.array(["a", "b"]),))
        >>> ids.find([IdColumn("asked", pa.chunked_array([["b", "x", "a"]]))])
        array([ 1, -1,  0], dtype=int32)
        """
        return matched_rows(columns, [IdColumn("the records", pa.chunked_array([column])) for column in self.values])

    def shown(self, codes: npt.NDArray[np.integer]) -> str:
        """The ids of some records, as messages show them."""
        return ", ".join(repr(self[code]) for code in codes)


def matched_rows(columns: Sequence[IdColumn], others: Sequence[IdColumn], *, name: str = "the records") -> Codes:
    """The row of each id in other columns, or -1; the columns must have no nulls.

    Parameters
    ----------
    columns, others : columns
        The columns of the ids; several form one id.
    name : str
        The name of the others in messages. Their ids must be distinct.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.ids.id_types import IdColumn
    >>> from frenemy.tables.ids.record_ids import matched_rows
    >>> small, large = pa.chunked_array([[7, 8]], pa.int8()), pa.chunked_array([[8, 9, 7]], pa.int64())
    >>> matched_rows([IdColumn("small", small)], [IdColumn("large", large)])
    array([2, 0], dtype=int32)
    """
    ids, codes = _encoded([[other, mine] for other, mine in zip(others, columns, strict=True)])
    n = len(others[0].values)
    _check_once(ids, codes[:n], name)
    return np.where(codes[n:] < n, codes[n:], np.int32(-1)).astype(np.int32)


def number(
    left: Sequence[IdColumn], right: Sequence[IdColumn], nodes: Sequence[IdColumn] | None = None
) -> tuple[RecordIds, Codes, Codes]:
    """Number the ids of pairs.

    Parameters
    ----------
    left, right : columns
        The ids of each end, without nulls; several columns form one id.
    nodes : columns, optional
        The ids of all records, without nulls and each once. They come first, in their order; ids that only the pairs
        have come after them. Without it, records are in order of first appearance, row by row and left before right.

    Returns
    -------
    ids : RecordIds
    u, v : (n_rows,) int32
        The codes of both ends.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.ids.id_types import IdColumn
    >>> from frenemy.tables.ids.record_ids import number
    >>> left, right = pa.chunked_array([["b", "a"]]), pa.chunked_array([["c", "b"]])
    >>> ids, u, v = number([IdColumn("left", left)], [IdColumn("right", right)])
    >>> ids.values[0].to_pylist(), u.tolist(), v.tolist()
    (['b', 'c', 'a'], [0, 2], [1, 0])
    """
    groups = [[*ends] for ends in zip(*([nodes] if nodes is not None else []), left, right, strict=True)]
    ids, codes = _encoded(groups)
    n_nodes = 0 if nodes is None else len(nodes[0].values)
    if nodes is not None:
        _check_once(ids, codes[:n_nodes], "nodes")
    n_rows = len(left[0].values)
    u, v = codes[n_nodes : n_nodes + n_rows], codes[n_nodes + n_rows :]
    return _by_appearance(ids, u, v, n_nodes)


def _encoded(groups: list[list[IdColumn]]) -> tuple[RecordIds, Codes]:
    """The distinct ids of stacked columns, per group, and the code of each row."""
    values: tuple[pa.Array, ...] = ()
    codes: npt.NDArray[np.integer] = np.empty(0, np.int32)
    for group in groups:
        columns = of_one_type(group)
        chunks = [chunk for column in columns for chunk in column.chunks]
        distinct, own = _dictionary(pa.chunked_array(chunks, columns[0].type))
        distinct = with_extension(distinct, group)
        if not values:
            values, codes = (distinct,), own
            continue
        # The row of a table of all combinations, which itself has fewer distinct values than there are rows.
        width = max(1, len(distinct))
        both, codes = _dictionary(pa.chunked_array([pa.array(codes.astype(np.int64) * width + own)]))
        rows = both.to_numpy()
        values = (*(column.take(pa.array(rows // width)) for column in values), distinct.take(pa.array(rows % width)))
    if len(values[0]) > _MAX_RECORDS:
        raise ValueError(f"at most {_MAX_RECORDS:,} records can be numbered, got {len(values[0]):,}")
    return RecordIds(values), codes.astype(np.int32, copy=False)


def _dictionary(values: pa.ChunkedArray) -> tuple[pa.Array, Codes]:
    encoded = values.dictionary_encode()
    if encoded.num_chunks == 0:
        return pa.array([], values.type), np.empty(0, np.int32)
    codes = np.concatenate([chunk.indices.to_numpy() for chunk in encoded.chunks])
    return encoded.chunk(encoded.num_chunks - 1).dictionary, codes


def _check_once(ids: RecordIds, codes: Codes, name: str) -> None:
    if len(codes) == 0 or int(codes.max()) == len(codes) - 1:
        return
    place = int(np.flatnonzero(codes != np.arange(len(codes)))[0])
    first = int(np.flatnonzero(codes == codes[place])[0])
    raise ValueError(
        f"each record must be in {name} once, got {ids.shown(codes[place : place + 1])} in rows {first} and {place} "
        "(from 0)"
    )


def _by_appearance(ids: RecordIds, u: Codes, v: Codes, n_nodes: int) -> tuple[RecordIds, Codes, Codes]:
    """The same with the records after the first ``n_nodes`` in order of appearance, both ends of a row together."""
    n = ids.n
    if n == n_nodes:
        return ids, u, v
    first = np.full(n, 2 * len(u), np.int64)
    ends = np.arange(len(u) - 1, -1, -1, dtype=np.int64)
    # The last of several assignments stays, so rows go from the last to the first.
    first[u[::-1]] = 2 * ends
    first_right = np.full(n, 2 * len(u), np.int64)
    first_right[v[::-1]] = 2 * ends + 1
    first = np.minimum(first, first_right)[n_nodes:]
    is_first = np.zeros(2 * len(u), np.bool_)
    is_first[first] = True
    position = np.cumsum(is_first, dtype=np.int32)
    new = np.concatenate((np.arange(n_nodes, dtype=np.int32), n_nodes + position[first] - 1)).astype(np.int32)
    order = np.empty(n, np.int32)
    order[new] = np.arange(n, dtype=np.int32)
    return RecordIds(ids.take(order)), new[u], new[v]
