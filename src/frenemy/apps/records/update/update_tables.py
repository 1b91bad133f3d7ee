"""Read the tables of an update: new pairs and new records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from frenemy.apps.records.knowledge import KnowledgeTables
from frenemy.apps.records.knowledge.sources import source_values
from frenemy.apps.records.options import UpdateOptions
from frenemy.apps.records.update.update_state import UpdateState
from frenemy.problem.array_types import Bools, Ints
from frenemy.tables.arrow import pa, pc
from frenemy.tables.ids.growing_ids import GrowingIds
from frenemy.tables.ids.id_types import IdColumn
from frenemy.tables.ids.record_ids import Codes
from frenemy.tables.pair_table import ScoredPairs, read_pairs
from frenemy.tables.readers.tables import open_table
from frenemy.tables.row_counts import RowCounts

_SHOWN = 5  # ids in a message


@dataclass(frozen=True, eq=False)
class UpdateTables:
    """The tables of an update, with ids as numbers.

    Attributes
    ----------
    pairs : ScoredPairs
        The new pairs, by the numbers of all records.
    ids : GrowingIds
        The ids of all records, new ones last.
    n_new : int
        The number of new records.
    left_out : RowCounts
    local : ScoredPairs
        The new pairs, by numbers of their own.
    is_new : (n_local,) bool
        Which of their records are new.
    n_rows : int
        How many of their records are rows of the table of records; these come first.
    """

    pairs: ScoredPairs
    ids: GrowingIds
    n_new: int
    left_out: RowCounts
    local: ScoredPairs
    is_new: Bools
    n_rows: int


def read_update_tables(
    state: UpdateState, pairs: Any, nodes: Any, knowledge: KnowledgeTables, options: UpdateOptions
) -> UpdateTables:
    """Read tables of new pairs and new records, either of which may be None."""
    table = _no_pairs(state) if pairs is None else pairs
    columns = state.columns
    local, left_out = read_pairs(
        table,
        nodes,
        id_left=columns.left,
        id_right=columns.right,
        id=_id_names(state, nodes),
        also=knowledge.columns(table),
        nulls=options.nulls,
        unknown="add",
        on_stage=options.on_stage,
        weight=columns.score,
        values=columns.values,
    )
    n_rows = 0 if nodes is None else left_out.n_records - left_out.added_records
    ids = _id_columns(state, local, [one for one in (pairs, nodes) if one is not None])
    codes = state.ids.find(ids)
    is_new = codes < 0
    is_only_paired = is_new & (np.arange(len(codes)) >= n_rows)
    if nodes is not None and options.unknown == "error":
        _refuse_unknown(local, np.flatnonzero(is_only_paired), n_rows)
    n_new = int(np.count_nonzero(is_new))
    codes[is_new] = state.n_records + np.arange(n_new, dtype=np.int32)
    grown = state.ids.added([replace(column, values=column.values.filter(pa.array(is_new))) for column in ids])
    u, v = codes[local.u], codes[local.v]
    return UpdateTables(
        replace(
            local,
            ids=grown,
            u=np.minimum(u, v),
            v=np.maximum(u, v),
            columns=columns,
            id_names=state.id_names,
        ),
        grown,
        n_new,
        replace(left_out, added_records=0 if nodes is None else int(np.count_nonzero(is_only_paired))),
        local,
        is_new,
        n_rows,
    )


def new_sources(state: UpdateState, new: UpdateTables, nodes: Any) -> tuple[GrowingIds, Ints]:
    """All sources, including those of new records, and the source of each new record."""
    known, column = state.source_ids, state.source_column
    assert known is not None
    assert column is not None
    at = np.flatnonzero(new.is_new)
    if not len(at):
        return known, np.empty(0, np.int64)
    values = source_values(column, replace(new.local, id_names=state.id_names), nodes)
    if column not in state.id_names:
        if len(values) != new.n_rows:
            raise ValueError(
                f"one_per: new_nodes has {len(values):,} rows, but {new.n_rows:,} ids; all must have one, as their "
                f"{column!r} counts"
            )
        if at[-1] >= new.n_rows:
            one = new.local.ids.shown(at[-1:])
            raise ValueError(f"one_per: {one} is not in new_nodes, so its {column!r} is not known")
    values = values.take(pa.array(at))
    is_known = pc.is_valid(values).to_numpy(zero_copy_only=False)
    distinct = pc.unique(values.drop_null())
    asked = [IdColumn(f"column {column!r}", pa.chunked_array([distinct]))]
    place = known.find(asked)
    is_more = place < 0
    place[is_more] = known.n + np.arange(int(is_more.sum()), dtype=np.int32)
    grown = known.added([replace(asked[0], values=asked[0].values.filter(pa.array(is_more)))])
    codes = np.full(len(at), -1, np.int64)
    codes[is_known] = place[pc.index_in(values.drop_null(), value_set=distinct).to_numpy()]
    return grown, codes


def _no_pairs(state: UpdateState) -> pa.Table:
    columns, kinds = state.columns, state.ids.kinds
    names = dict(zip((*columns.left, *columns.right), (*kinds, *kinds), strict=True))
    assert columns.score is not None
    return pa.table(
        {name: pa.array([], kind) for name, kind in names.items()} | {columns.score: pa.array([], "double")}
    )


def _id_names(state: UpdateState, nodes: Any) -> Sequence[str] | None:
    """The columns of the ids, if they have the same names as before."""
    is_there = nodes is not None and set(open_table(nodes, name="new_nodes").names).issuperset(state.id_names)
    return state.id_names if is_there else None


def _id_columns(state: UpdateState, local: ScoredPairs, tables: Sequence[Any]) -> list[IdColumn]:
    is_text = bool(tables) and all(open_table(table).is_text for table in tables)
    columns = []
    for name, own, values in zip(state.id_names, state.ids.kinds, local.ids.values, strict=True):
        # Text files may yield whole numbers; if the known ids are strings, these are strings too.
        if is_text and pa.types.is_integer(values.type) and not pa.types.is_integer(own):
            values = values.cast(pa.string())
        columns.append(IdColumn(f"column {name!r} of the update", pa.chunked_array([values])))
    return columns


def _refuse_unknown(local: ScoredPairs, at: Ints | Codes, n_rows: int) -> None:
    if not len(at):
        return
    more = ", ..." if len(at) > _SHOWN else ""
    ids = f"{len(at):,} {'id of pairs is' if len(at) == 1 else 'ids of pairs are'}"
    raise ValueError(
        f"{ids} neither in new_nodes "
        f'(which has {n_rows:,}) nor known: {local.ids.shown(at[:_SHOWN])}{more}; unknown="add" takes them as records'
    )
