"""Find the records that the rows of another table name: links, answers, labels, earlier clusters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns, check_columns, find_pair_columns, find_record_columns
from frenemy.tables.ids.growing_ids import GrowingIds
from frenemy.tables.ids.id_types import id_columns
from frenemy.tables.ids.null_rows import refuse_null_ids
from frenemy.tables.ids.record_ids import Codes, RecordIds
from frenemy.tables.options import ColumnOptions
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.readers.tables import OpenTable, open_table


class KnownRecords(Protocol):
    """Records that other tables may name; :class:`ScoredPairs` are such."""

    @property
    def ids(self) -> RecordIds | GrowingIds: ...
    @property
    def columns(self) -> PairColumns: ...


@dataclass(frozen=True, eq=False)
class RecordNames:
    """The ids of records, and what their columns are called in a table of pairs."""

    ids: RecordIds
    columns: PairColumns


def lookup_pairs(
    table: Any,
    pairs: KnownRecords,
    *,
    name: str,
    id_left: str | Sequence[str] | None = None,
    id_right: str | Sequence[str] | None = None,
    also: Sequence[str] = (),
    needs_known: bool = False,
) -> tuple[Codes, Codes, pa.Table]:
    """Find the two records of each row of another table of pairs.

    Parameters
    ----------
    table : table or path
    pairs : ScoredPairs or RecordNames
        The known records.
    name : str
        The name of the table in messages.
    id_left, id_right : str or several, optional
        The columns of the ids. By default they have the names of ``pairs``, or those of common tools.
    also : sequence of str
        Further columns to read.
    needs_known : bool
        Whether an unknown record is an error.

    Returns
    -------
    u, v : (n_rows,) int32
        -1 for an unknown record. In the order of the row: ``u`` may be above ``v``, or equal.
    also : pyarrow.Table
        The further columns, with all rows.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.id_lookup import lookup_pairs
    >>> from frenemy.tables.pair_table import read_pairs
    >>> pairs, _ = read_pairs(pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"], "weight": [1.0, 2.0]}))
    >>> u, v, _ = lookup_pairs(pa.table({"id_1": ["c", "a"], "id_2": ["a", "x"]}), pairs, name="must_link")
    >>> u.tolist(), v.tolist()
    ([2, 0], [0, -1])
    """
    opened = open_table(table, name=name)
    own = pairs.columns
    if id_left is None and id_right is None and set(opened.names).issuperset((*own.left, *own.right)):
        id_left, id_right = own.left, own.right
    named = ColumnOptions(id_left=id_left, id_right=id_right)
    found = find_pair_columns(
        [one for one in opened.names if one not in also], named, index=opened.index, needs_score=False
    )
    if len(found.left) != len(own.left):
        raise ValueError(f"an id is {list(own.left)} in pairs, got {list(found.left)} in {name}")
    read = _read(opened, (*found.left, *found.right), also, name)
    u, v = (pairs.ids.find(id_columns(read, side, name, is_text=opened.is_text)) for side in (found.left, found.right))
    if needs_known:
        _refuse_header_of_ids(opened, pairs, name)
        _refuse_unknown(u, read.select(list(found.left)), v, read.select(list(found.right)), name)
    return u, v, read.select(list(also))


def lookup_records(
    table: Any, pairs: ScoredPairs, *, name: str, id: str | Sequence[str] | None = None, also: Sequence[str] = ()
) -> tuple[Codes, pa.Table]:
    """Find the record of each row of a table of records, -1 if unknown, and read further columns.

    Parameters
    ----------
    table : table or path
    pairs : ScoredPairs
        The known records.
    name : str
        The name of the table in messages.
    id : str or several, optional
        The column of the id. By default the name that the answer to ``pairs`` has.
    also : sequence of str
        Further columns to read.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.id_lookup import lookup_records
    >>> from frenemy.tables.pair_table import read_pairs
    >>> pairs, _ = read_pairs(pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"], "weight": [1.0, 2.0]}))
    >>> before = pa.table({"id": ["c", "old", "a"], "cluster_id": [7, 8, 7]})
    >>> codes, further = lookup_records(before, pairs, name="previous", also=["cluster_id"])
    >>> codes.tolist(), further.column("cluster_id").to_pylist()
    ([2, -1, 0], [7, 8, 7])
    """
    opened = open_table(table, name=name)
    if id is None and set(opened.names).issuperset(pairs.id_names):
        id = pairs.id_names
    ids = find_record_columns(opened.names, pairs.columns, id=id, name=name)
    read = _read(opened, ids, also, name)
    return pairs.ids.find(id_columns(read, ids, name, is_text=opened.is_text)), read.select(list(also))


def _refuse_header_of_ids(opened: OpenTable, pairs: KnownRecords, name: str) -> None:
    """Raise an error if the first line of a file was taken for names of columns, but has the ids of two records."""
    if not opened.file or len(opened.names) != 2 or len(pairs.columns.left) != 1:
        return
    header = pa.table([pa.array(opened.names)], names=["header"])
    if (pairs.ids.find(id_columns(header, ["header"], name, is_text=True)) >= 0).all():
        first, second = opened.names
        raise ValueError(
            f"{name}: the first line of {opened.file} must name its columns, got two records, {first!r} and "
            f"{second!r}; put a line before it: {pairs.columns.left[0]},{pairs.columns.right[0]}"
        )


def _refuse_unknown(u: Codes, left: pa.Table, v: Codes, right: pa.Table, name: str) -> None:
    unknown = np.flatnonzero((u < 0) | (v < 0))
    if not len(unknown):
        return
    row = int(unknown[0])
    values = list((left if u[row] < 0 else right).slice(row, 1).to_pylist()[0].values())
    one = repr(values[0]) if len(values) == 1 else repr(tuple(values))
    raise ValueError(
        f"{name}: row {row} (from 0) names a record that is not in pairs or nodes, {one}"
        + (f", and so do {len(unknown) - 1:,} more" if len(unknown) > 1 else "")
    )


def _read(opened: OpenTable, ids: Sequence[str], also: Sequence[str], name: str) -> pa.Table:
    check_columns(opened.names, tuple(also), f"of {name}")
    read = opened.read((*ids, *also), ids=ids)
    refuse_null_ids(read, ids, name)
    return read
