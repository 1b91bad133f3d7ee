"""Rows without an id: an error that names the first, or left out and counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from frenemy.apps.records.arrow import pa
from frenemy.apps.records.id_types import IdColumn, is_missing


def without_nulls(
    table: pa.Table, names: Sequence[str], what: str, nulls: str
) -> tuple[pa.Table, npt.NDArray[np.int64], int]:
    """The rows that have all of some columns, which they are, and how many others there were."""
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
    """An error if an id in some columns is null, with the first row that has one; ``what`` is the table's name."""
    without_nulls(table, names, what, "never")


def refuse_null(what: str, how: str, rows: npt.NDArray[np.int64], *, can_drop: bool = True) -> None:
    """An error that shows the first of the rows that lack something; ``can_drop`` tells the way out."""
    more = f" and {len(rows) - 1:,} more" if len(rows) > 1 else ""
    way_out = '; nulls="drop" leaves such rows out and counts them' if can_drop else ""
    raise ValueError(f"{what} is {how} in row {rows[0]} (from 0){more}{way_out}")
