"""Read pairs with known answers: from a separate table, or from a column of the scored pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.distinct import distinct
from frenemy.tables.arrow import pa, pc
from frenemy.tables.id_lookup import KnownRecords, lookup_pairs
from frenemy.tables.ids.record_ids import Codes
from frenemy.tables.pair_table import ScoredPairs
from frenemy.tables.readers.tables import open_table


@dataclass(frozen=True, eq=False)
class KnownPairs:
    """Pairs of records, and a value for each.

    Attributes
    ----------
    u, v : (n,) int32
        The records.
    value : list or None
        The value of each pair, if a column of values was wanted.
    value_name : str or None
        The name of that column.
    """

    u: Codes
    v: Codes
    value: list[Any] | None
    value_name: str | None = None


def read_known_pairs(table: Any, pairs: KnownRecords, *, name: str, value: Sequence[str] = ()) -> KnownPairs:
    """Read a table of pairs whose records are among those of ``pairs``.

    Parameters
    ----------
    table : table or path
        Its ids have the names of ``pairs``, or those of common tools.
    name : str
        The name of the table in errors.
    value : sequence of str
        Possible names of the column of values; if empty, no values are read.
    """
    names = open_table(table, name=name).names
    ids = (*pairs.columns.left, *pairs.columns.right)
    column = next((one for one in names if one.lower() in value and one not in ids), None)
    if value and column is None:
        raise ValueError(
            f"{name} has no column of answers: add {' or '.join(map(repr, value))}, with same, different or unsure in "
            f"each row; it has {', '.join(names)}"
        )
    u, v, further = lookup_pairs(table, pairs, name=name, also=[] if column is None else [column], needs_known=True)
    return KnownPairs(u, v, None if column is None else further.column(column).to_pylist(), column)


def marked_pairs(pairs: ScoredPairs, column: str) -> KnownPairs:
    """The pairs that a column of truth values marks."""
    values = pairs.also.column(column)
    try:
        is_marked = pc.fill_null(values.cast(pa.int8() if pa.types.is_boolean(values.type) else pa.float64()), 0)
        marks = is_marked.to_numpy()
    except pa.ArrowException:
        raise ValueError(f"column {column!r} must be true or false, got {values.type}") from None
    odd = np.flatnonzero((marks != 0) & (marks != 1))
    if len(odd):
        raise ValueError(f"column {column!r} must be true or false, got {marks[odd[0]]:g} in row {odd[0]} (from 0)")
    at = distinct(pairs.pair_of_row[(marks == 1) & (pairs.pair_of_row >= 0)])
    return KnownPairs(pairs.u[at], pairs.v[at], None)
