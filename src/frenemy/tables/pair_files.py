"""Files of pairs and matrices, seen as tables: what their numbers are, their rows, and the names of their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frenemy.io.problems.pairs_file import PairsFile
from frenemy.tables.columns import PairColumns
from frenemy.tables.options import Values
from frenemy.tables.splink_columns import splink_columns
from frenemy.tables.weighing.value_kind import ValueKind, value_kind, value_range

if TYPE_CHECKING:
    from frenemy.tables.arrow import pa
    from frenemy.tables.id_lookup import RecordNames

_FORMATS = (
    {"multicut": "a multicut problem", "gr": "a cluster editing problem"}
    | dict.fromkeys(("mtx", "npz", "npy", "mat"), "a matrix")
    | dict.fromkeys(("graphml", "gexf"), "a graph")
)


def file_values(file: PairsFile, told: Values, *, is_missing_given: bool) -> ValueKind:
    """What the numbers of a file are; those of a matrix and of other formats are weights by definition."""
    if file.rows is None or file.rows.n_columns == 2:
        what = _FORMATS.get(file.format, "a list of links")
        if told not in ("auto", "weights"):
            raise ValueError(f"values={told!r} is for pairs with a third column; {file.name} is {what}")
        return ValueKind("weights", f"the file is {what}")
    header = file.rows.header
    splink = "no" if header is None else splink_columns(header, *header)
    return value_kind(told, value_range(file.rows.w), is_missing_given=is_missing_given, splink=splink)


def values_note(file: PairsFile, values: ValueKind) -> str:
    """What the numbers of a file were taken for, in words."""
    if file.rows is None or file.rows.n_columns == 2:
        return values.note("it")
    return values.note("the third column" if file.rows.header is None else f"column {file.rows.header[2]!r}")


def reading_notes(file: PairsFile) -> tuple[str, ...]:
    """What was found out about a file of pairs."""
    if file.rows is None or file.rows.header is not None:
        return ()
    return ("no header was found, so the first line is a pair; header= says otherwise",)


def repeats_note(file: PairsFile) -> tuple[str, ...]:
    """What became of rows of weights about the same pair."""
    n_rows, n_pairs = file.n_rows - file.n_self_pairs, file.problem.n_edges
    if file.rows is None or n_rows <= n_pairs:
        return ()
    pairs = f"{n_pairs:,} {'pair' if n_pairs == 1 else 'pairs'}"
    return (f"{n_rows:,} rows are {pairs}: rows about the same two ids, in either order, add up",)


def pair_columns(file: PairsFile) -> PairColumns:
    """The columns of a file of pairs, as in a table with the same header; "id_1" and "id_2" without one."""
    header = ("id_1", "id_2") if file.rows is None or file.rows.header is None else file.rows.header
    if header[0] == header[1]:
        header = ("id_1", "id_2")
    return PairColumns(header[:1], header[1:2], None)


def record_names(file: PairsFile) -> RecordNames:
    """The ids of the nodes, for tables that name them."""
    from frenemy.tables.arrow import pa
    from frenemy.tables.id_lookup import RecordNames
    from frenemy.tables.ids.record_ids import RecordIds

    return RecordNames(RecordIds((pa.array(file.ids),)), pair_columns(file))


def rows_table(file: PairsFile) -> pa.Table:
    """Rows of ids and numbers as a table, with the names of the header."""
    from frenemy.tables.arrow import pa

    rows = file.rows
    assert rows is not None
    ids = pair_columns(file)
    score = "weight" if rows.header is None or rows.n_columns == 2 else rows.header[2]
    columns = (pa.array(rows.ids[rows.u]), pa.array(rows.ids[rows.v]), pa.array(rows.w))
    return pa.table(dict(zip((*ids.left, *ids.right, score), columns, strict=True)))
