"""Rows of further tables by the ids in them: links, answers and labels of pairs; earlier clusters of records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.columns import check_columns, find_pair_columns, find_record_columns
from frenemy.apps.records.id_types import id_columns
from frenemy.apps.records.null_rows import refuse_null_ids
from frenemy.apps.records.pair_table import ScoredPairs
from frenemy.apps.records.record_ids import Codes
from frenemy.apps.records.tables import OpenTable, open_table


def look_up_pairs(
    table: Any,
    pairs: ScoredPairs,
    *,
    name: str,
    id_left: str | Sequence[str] | None = None,
    id_right: str | Sequence[str] | None = None,
    also: Sequence[str] = (),
) -> tuple[Codes, Codes, pa.Table]:
    """The two records of each row of another table of pairs.

    Parameters
    ----------
    table : table or path
    pairs : ScoredPairs
        The records that are known.
    name : str
        What messages call the table.
    id_left, id_right : str or several, optional
        The columns of the ids; by default they are called as in ``pairs``, or as others call them.
    also : sequence of str
        Further columns to read.

    Returns
    -------
    u, v : (n_rows,) int32
        -1 where a record is not known. In the order of the row, so ``u`` may be above ``v``, or the same.
    also : pyarrow.Table
        The further columns, all rows.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.apps.records.look_up import look_up_pairs
    >>> from frenemy.apps.records.pair_table import read_pairs
    >>> pairs, _ = read_pairs(pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"], "weight": [1.0, 2.0]}))
    >>> u, v, _ = look_up_pairs(pa.table({"id_1": ["c", "a"], "id_2": ["a", "x"]}), pairs, name="must_link")
    >>> u.tolist(), v.tolist()
    ([2, 0], [0, -1])
    """
    opened = open_table(table, name=name)
    own = pairs.columns
    if id_left is None and id_right is None and set(opened.names).issuperset((*own.left, *own.right)):
        id_left, id_right = own.left, own.right
    found = find_pair_columns(opened.names, id_left=id_left, id_right=id_right, index=opened.index, needs_score=False)
    if len(found.left) != len(own.left):
        raise ValueError(f"an id is {list(own.left)} in pairs, got {list(found.left)} in {name}")
    read = _read(opened, (*found.left, *found.right), also, name)
    u, v = (pairs.ids.find(id_columns(read, side, name, is_text=opened.is_text)) for side in (found.left, found.right))
    return u, v, read.select(list(also))


def look_up_records(
    table: Any, pairs: ScoredPairs, *, name: str, id: str | Sequence[str] | None = None, also: Sequence[str] = ()
) -> tuple[Codes, pa.Table]:
    """The record of each row of a table of records, -1 where it is not known, and further columns.

    Parameters
    ----------
    table : table or path
    pairs : ScoredPairs
        The records that are known.
    name : str
        What messages call the table.
    id : str or several, optional
        The column of the id; by default it is called as in the answer to ``pairs``.
    also : sequence of str
        Further columns to read.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.apps.records.look_up import look_up_records
    >>> from frenemy.apps.records.pair_table import read_pairs
    >>> pairs, _ = read_pairs(pa.table({"id_1": ["a", "b"], "id_2": ["b", "c"], "weight": [1.0, 2.0]}))
    >>> before = pa.table({"id": ["c", "old", "a"], "cluster_id": [7, 8, 7]})
    >>> codes, further = look_up_records(before, pairs, name="previous", also=["cluster_id"])
    >>> codes.tolist(), further.column("cluster_id").to_pylist()
    ([2, -1, 0], [7, 8, 7])
    """
    opened = open_table(table, name=name)
    if id is None and set(opened.names).issuperset(pairs.id_names):
        id = pairs.id_names
    ids = find_record_columns(opened.names, pairs.columns, id=id, name=name)
    read = _read(opened, ids, also, name)
    return pairs.ids.find(id_columns(read, ids, name, is_text=opened.is_text)), read.select(list(also))


def _read(opened: OpenTable, ids: Sequence[str], also: Sequence[str], name: str) -> pa.Table:
    check_columns(opened.names, tuple(also), f"of {name}")
    read = opened.read((*ids, *also), ids=ids)
    refuse_null_ids(read, ids, name)
    return read
