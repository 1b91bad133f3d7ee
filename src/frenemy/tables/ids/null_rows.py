"""Rows without an id: an error that names the first one, or dropped and counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frenemy.problem.array_types import Ints
from frenemy.tables.arrow import pa
from frenemy.tables.ids.id_types import IdColumn, is_missing


def without_nulls(table: pa.Table, names: Sequence[str], what: str, nulls: str) -> tuple[pa.Table, Ints, int]:
    """The rows without nulls in some columns, their numbers, and how many others there were."""
    row = np.arange(table.num_rows, dtype=np.int64)
    has_all = np.ones(table.num_rows, np.bool_)
    for name in names:
        column = table.column(name)
        # A dictionary may itself have a null.
        is_sure = not pa.types.is_floating(column.type) and not pa.types.is_dictionary(column.type)
        if column.null_count == 0 and is_sure:
            continue
        is_null = is_missing(IdColumn(name, column)).to_numpy()
        if nulls != "drop" and is_null.any():
            refuse_null(f"the id in column {name!r} of {what}", "null", row[is_null], can_drop=nulls == "error")
        has_all &= ~is_null
    if has_all.all():
        return table, row, 0
    return table.filter(pa.array(has_all)), row[has_all], int(np.count_nonzero(~has_all))


def refuse_null_ids(table: pa.Table, names: Sequence[str], what: str) -> None:
    """Raise an error if an id is null, with the first such row; ``what`` is the name of the table."""
    without_nulls(table, names, what, "never")


def refuse_null(what: str, how: str, rows: Ints, *, can_drop: bool = True) -> None:
    """Raise an error that shows the first row with a null; ``can_drop`` adds the hint to drop such rows."""
    more = f" and {len(rows) - 1:,} more" if len(rows) > 1 else ""
    hint = '; nulls="drop" leaves such rows out and counts them' if can_drop else ""
    raise ValueError(f"{what} is {how} in row {rows[0]} (from 0){more}{hint}")
