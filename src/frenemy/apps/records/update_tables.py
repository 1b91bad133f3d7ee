"""The tables of an update: pairs and records that come to those that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa, pc
from frenemy.apps.records.growing_ids import GrowingIds
from frenemy.apps.records.id_types import IdColumn
from frenemy.apps.records.knowledge import Knowledge
from frenemy.apps.records.left_out import LeftOut
from frenemy.apps.records.pair_table import OnStage, ScoredPairs, read_pairs
from frenemy.apps.records.record_ids import Codes
from frenemy.apps.records.sources import source_values
from frenemy.apps.records.standing import Standing
from frenemy.apps.records.tables import open_table

_Ints = npt.NDArray[np.int64]
_SHOWN = 5  # ids in a message


@dataclass(frozen=True, eq=False)
class UpdateTables:
    """What was read.

    Attributes
    ----------
    pairs : ScoredPairs
        The new pairs, by the numbers that records have among all.
    ids : GrowingIds
        Of all records, new ones last.
    n_new : int
        How many are new.
    left_out : LeftOut
    local : ScoredPairs
        As they were read, by numbers of their own.
    is_new : (n_local,) bool
        Which of those are new.
    n_rows : int
        How many of those are rows of the table of records; they come first.
    """

    pairs: ScoredPairs
    ids: GrowingIds
    n_new: int
    left_out: LeftOut
    local: ScoredPairs
    is_new: npt.NDArray[np.bool_]
    n_rows: int


def read_update_tables(
    standing: Standing,
    pairs: Any,
    nodes: Any,
    knowledge: Knowledge,
    *,
    nulls: Literal["error", "drop"],
    unknown: Literal["error", "add"],
    on_stage: OnStage | None = None,
) -> UpdateTables:
    """Read tables of new pairs and new records, either of which may be None."""
    if unknown not in ("error", "add"):
        raise ValueError(f"unknown must be 'error' or 'add', got {unknown!r}")
    table = _no_pairs(standing) if pairs is None else pairs
    columns = standing.columns
    local, left_out = read_pairs(
        table,
        nodes,
        id_left=columns.left,
        id_right=columns.right,
        id=_id_names(standing, nodes),
        also=knowledge.columns(table),
        nulls=nulls,
        unknown="add",
        on_stage=on_stage,
        **{columns.score_kind: columns.score},
    )
    n_rows = 0 if nodes is None else left_out.n_records - left_out.added_records
    ids = _id_columns(standing, local, [one for one in (pairs, nodes) if one is not None])
    codes = standing.ids.find(ids)
    is_new = codes < 0
    is_only_paired = is_new & (np.arange(len(codes)) >= n_rows)
    if nodes is not None and unknown == "error":
        _refuse_unknown(local, np.flatnonzero(is_only_paired), n_rows)
    n_new = int(np.count_nonzero(is_new))
    codes[is_new] = standing.n_records + np.arange(n_new, dtype=np.int32)
    grown = standing.ids.added([replace(column, values=column.values.filter(pa.array(is_new))) for column in ids])
    u, v = codes[local.u], codes[local.v]
    return UpdateTables(
        replace(
            local,
            ids=grown,
            u=np.minimum(u, v),
            v=np.maximum(u, v),
            columns=columns,
            id_names=standing.id_names,
        ),
        grown,
        n_new,
        replace(left_out, added_records=0 if nodes is None else int(np.count_nonzero(is_only_paired))),
        local,
        is_new,
        n_rows,
    )


def new_sources(standing: Standing, new: UpdateTables, nodes: Any) -> tuple[GrowingIds, _Ints]:
    """The sources that there are with those of new records, and which one each new record has."""
    known, column = standing.source_ids, standing.source_column
    assert known is not None
    assert column is not None
    at = np.flatnonzero(new.is_new)
    if not len(at):
        return known, np.empty(0, np.int64)
    values = source_values(column, replace(new.local, id_names=standing.id_names), nodes)
    if column not in standing.id_names:
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


def _no_pairs(standing: Standing) -> pa.Table:
    columns, kinds = standing.columns, standing.ids.kinds
    names = dict(zip((*columns.left, *columns.right), (*kinds, *kinds), strict=True))
    assert columns.score is not None
    return pa.table(
        {name: pa.array([], kind) for name, kind in names.items()} | {columns.score: pa.array([], "double")}
    )


def _id_names(standing: Standing, nodes: Any) -> Sequence[str] | None:
    """The columns of the ids, if they are called as before."""
    is_there = nodes is not None and set(open_table(nodes, name="new_nodes").names).issuperset(standing.id_names)
    return standing.id_names if is_there else None


def _id_columns(standing: Standing, local: ScoredPairs, tables: Sequence[Any]) -> list[IdColumn]:
    is_text = bool(tables) and all(open_table(table).is_text for table in tables)
    columns = []
    for name, own, values in zip(standing.id_names, standing.ids.kinds, local.ids.values, strict=True):
        # Of text files whole numbers are taken for that; if the records have texts, they were texts.
        if is_text and pa.types.is_integer(values.type) and not pa.types.is_integer(own):
            values = values.cast(pa.string())
        columns.append(IdColumn(f"column {name!r} of the update", pa.chunked_array([values])))
    return columns


def _refuse_unknown(local: ScoredPairs, at: _Ints | Codes, n_rows: int) -> None:
    if not len(at):
        return
    more = ", ..." if len(at) > _SHOWN else ""
    ids = f"{len(at):,} {'id of pairs is' if len(at) == 1 else 'ids of pairs are'}"
    raise ValueError(
        f"{ids} neither in new_nodes "
        f'(which has {n_rows:,}) nor known: {local.ids.shown(at[:_SHOWN])}{more}; unknown="add" takes them as records'
    )
