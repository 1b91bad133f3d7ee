"""What a table says about the things that were clustered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from frenemy.apps.explore.opening.open_options import ThingOptions
from frenemy.apps.explore.things import Things
from frenemy.tables.arrow import pa
from frenemy.tables.columns import check_columns, find_record_columns
from frenemy.tables.ids.id_types import IdColumn, id_columns
from frenemy.tables.ids.null_rows import without_nulls
from frenemy.tables.ids.record_ids import matched_rows
from frenemy.tables.readers.tables import OpenTable, open_table

_SHOWN = 5  # ids in a message


def with_columns(things: Things, options: ThingOptions, *, unknown: str = "error", nulls: str = "error") -> Things:
    """The things with the columns of ``nodes``, found by their ids; ``unknown="add"`` lets some be without."""
    if options.nodes is None:
        return with_pictures(things, options)
    opened = open_table(options.nodes, name="nodes")
    records = things.record_names
    names = find_record_columns(opened.names, records.columns, id=options.id)
    table, _, _ = without_nulls(_read(opened, names), names, "nodes", nulls)
    asked = [IdColumn("the things", pa.chunked_array([column])) for column in records.ids.values]
    rows = matched_rows(asked, id_columns(table, names, "nodes", is_text=opened.is_text), name="nodes")
    absent = np.flatnonzero(rows < 0)
    if len(absent) and unknown == "error":
        some = records.ids.shown(absent[:_SHOWN])
        raise ValueError(
            f"{len(absent):,} {'id is' if len(absent) == 1 else 'ids are'} not in nodes: {some}"
            f'{", ..." if len(absent) > _SHOWN else ""}; unknown="add" shows them without columns'
        )
    further = table.drop_columns([*names])
    at = pa.array(np.maximum(rows, 0), mask=rows < 0)
    return with_pictures(_with(things, further.take(at) if table.num_rows else None), options)


def with_ordered_columns(things: Things, options: ThingOptions, what: str) -> Things:
    """The things with the columns of ``nodes``, row by row; ``what`` are the rows of, for messages."""
    if options.nodes is None:
        return with_pictures(things, options)
    opened = open_table(options.nodes, name="nodes")
    ids = () if options.id is None else (options.id,) if isinstance(options.id, str) else tuple(options.id)
    named = check_columns(opened.names, ids, "id, in nodes") or tuple(name for name in opened.names if name == "id")
    if len(named) > 1:
        raise ValueError(f"id must be one column of nodes, which has the names to show, got {list(named)}")
    table = _read(opened, named)
    if table.num_rows != len(things):
        raise ValueError(
            f"nodes must have a row for each of the {len(things):,} rows of {what}, in their order, got "
            f"{table.num_rows:,} rows"
        )
    shown = replace(things, called=table.column(named[0])) if named else things
    return with_pictures(_with(shown, table.drop_columns([*named])), options)


def with_pictures(things: Things, options: ThingOptions) -> Things:
    """The things with the folder of their pictures."""
    if options.pictures is None:
        return things
    folder = Path(options.pictures)
    if not folder.is_dir():
        raise ValueError(f"pictures: there is no folder {folder}")
    found = replace(things, folder=folder)
    if not any(found.is_picture):
        listed = ", ".join(map(repr, things.column_names)) if things.column_names else "none; nodes= gives some"
        raise ValueError(f"pictures: no column of the things has names of pictures such as cat.jpg; columns: {listed}")
    return found


def _read(opened: OpenTable, ids: Sequence[str]) -> pa.Table:
    """All columns; those of text files as they are written."""
    return opened.read(opened.names, ids=opened.names if opened.is_text else ids)


def _with(things: Things, columns: pa.Table | None) -> Things:
    """The things with further columns, after those that they have."""
    known = {} if things.columns is None else dict(zip(things.column_names, things.columns.columns, strict=True))
    added = {} if columns is None else dict(zip(columns.column_names, columns.columns, strict=True))
    return replace(things, columns=pa.table(known | added)) if known | added else things
