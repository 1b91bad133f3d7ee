"""Read a table of scored pairs: ids become numbers, each pair is listed once, and dropped rows are counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from frenemy.problem.array_types import Floats, Ints
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns, check_columns, find_pair_columns, find_record_columns
from frenemy.tables.ids.growing_ids import GrowingIds
from frenemy.tables.ids.id_types import id_columns
from frenemy.tables.ids.null_rows import refuse_null, without_nulls
from frenemy.tables.ids.record_ids import Codes, RecordIds, number
from frenemy.tables.option_parameters import takes_options
from frenemy.tables.options import ColumnOptions, ReadOptions
from frenemy.tables.readers.tables import Kind, OpenTable, open_table
from frenemy.tables.repeated_pairs import each_once
from frenemy.tables.row_counts import RowCounts
from frenemy.tables.weighing.scores import decide_values, read_scores

_SHOWN = 5  # ids in a message


@dataclass(frozen=True, eq=False)
class ScoredPairs:
    """Pairs of records, each once.

    Attributes
    ----------
    ids : RecordIds or GrowingIds
    u, v : (n_pairs,) int32
        The two records, ``u < v``, in the order of the rows.
    score : (n_pairs,) float64
        As given. Where a pair has several rows, the mean; of weights, the sum.
    row : (n_pairs,) int64
        The first row of the table that has the pair; -1 if it comes from several tables.
    pair_of_row : (n_rows,) int32
        The pair that each row became, -1 if it was dropped.
    columns : PairColumns
        With what the scores are.
    id_names : tuple of str
        The columns of the id: their names in the table of records, if one was given.
    id_dtypes : tuple
        Their types in the library that made the table; None for Arrow's choice.
    kind : Kind
        What kind of table the pairs were.
    also : pyarrow.Table
        Further columns, with all rows.
    notes : tuple of str
        What was found out about the table.
    """

    ids: RecordIds | GrowingIds
    u: Codes
    v: Codes
    score: Floats
    row: Ints
    pair_of_row: Codes
    columns: PairColumns
    id_names: tuple[str, ...]
    id_dtypes: tuple[Any, ...]
    kind: Kind
    also: pa.Table
    notes: tuple[str, ...]

    def table(self, columns: Mapping[str, Any]) -> Any:
        """A table of all records, their ids first, of the same kind as the table of pairs.

        Parameters
        ----------
        columns : mapping of str to array
            One value per record each.
        """
        taken = [name for name in columns if name in self.id_names]
        if taken:
            raise ValueError(
                f"the ids are called {taken[0]!r}, which is the name of a column of the answer; rename the column"
            )
        named = dict(zip(self.id_names, self.ids.values, strict=True)) | {
            name: pa.array(values) for name, values in columns.items()
        }
        return self.kind.back(pa.table(named), dtypes=dict(zip(self.id_names, self.id_dtypes, strict=True)))


@takes_options(ReadOptions)
def read_pairs(pairs: Any, nodes: Any = None, *, options: ReadOptions) -> tuple[ScoredPairs, RowCounts]:
    """Read a table of scored pairs.

    Parameters
    ----------
    pairs : table or path
        One row per pair that was compared.
    nodes : table or path, optional
        One row per record, in the order of the answer. By default the records are those of the pairs.
    **options

    Returns
    -------
    ScoredPairs, RowCounts

    Examples
    --------
    >>> import pyarrow as pa
    >>> from frenemy.tables.pair_table import read_pairs
    >>> table = pa.table({"id_1": ["a", "b", "b"], "id_2": ["b", "a", "c"], "probability": [0.9, 0.7, 0.2]})
    >>> pairs, left_out = read_pairs(table)
    >>> pairs.u.tolist(), pairs.v.tolist(), pairs.score.round(3).tolist()
    ([0, 1], [1, 2], [0.8, 0.2])
    >>> print(left_out)
    3 rows are 2 pairs of 3 records
    left out: 1 row that repeats a pair (for 1 pair the scores differ, and the mean counts)
    """
    on_stage = options.on_stage or (lambda _name, _done: None)
    on_stage("read", 0.0)
    opened = open_table(pairs, name="pairs")
    columns = find_pair_columns(opened.names, options.only(ColumnOptions), index=opened.index)
    also = tuple(options.also)
    check_columns(opened.names, also, "asked for beside the pairs")
    table = _read(opened, columns, also)
    n_rows = table.num_rows
    columns, values = decide_values(
        table, columns, is_missing_given=options.is_missing_given, are_scores=options.are_scores
    )
    kept = table.select([*columns.left, *columns.right, columns.score])
    beside = table.select(list(also))
    del table

    kept, row, null_ids = without_nulls(kept, (*columns.left, *columns.right), "pairs", options.nulls)
    known, names, null_records = _records(nodes, columns, options.id, options.nulls)
    on_stage("number", 0.0)
    ids, u, v = number(
        id_columns(kept, columns.left, "pairs", is_text=opened.is_text),
        id_columns(kept, columns.right, "pairs", is_text=opened.is_text),
        None if known is None else id_columns(known[1], names, "nodes", is_text=known[0].is_text),
    )
    n_known = ids.n if known is None else known[1].num_rows
    if options.unknown == "error":
        _refuse_unknown(ids, n_known)

    score = read_scores(kept.column(columns.score), columns, row)
    has_score = ~np.isnan(score)
    if options.nulls == "error" and not has_score.all():
        refuse_null(f"the score in column {columns.score!r} of pairs", "null or NaN", row[~has_score])
    is_self = has_score & (u == v)
    is_pair = has_score & ~is_self
    if not is_pair.all():
        u, v, score, row = u[is_pair], v[is_pair], score[is_pair], row[is_pair]
    u, v = np.minimum(u, v), np.maximum(u, v)
    u, v, score, first, pair_of_row, differing = each_once(u, v, score, row, ids.n, n_rows, is_sum=values.are_weights)
    left_out = RowCounts(
        n_rows=n_rows,
        n_pairs=len(u),
        n_records=ids.n,
        self_pairs=int(np.count_nonzero(is_self)),
        repeated_rows=len(row) - len(u),
        differing_pairs=differing,
        null_ids=null_ids,
        null_scores=int(np.count_nonzero(~has_score)),
        null_records=null_records,
        added_records=ids.n - n_known,
        are_summed=values.are_weights,
    )
    dtypes = _id_dtypes(opened.kind, columns, None if known is None else known[0].kind, names)
    notes = (*opened.notes, values.note(f"column {columns.score!r}"))
    return (
        ScoredPairs(ids, u, v, score, first, pair_of_row, columns, names, dtypes, opened.kind, beside, notes),
        left_out,
    )


# ------------------------------------------------------------------------------------------------------------- reading


def _read(opened: OpenTable, columns: PairColumns, also: Sequence[str]) -> pa.Table:
    ids = (*columns.left, *columns.right)
    numbers = [name for name in (columns.score, columns.probability) if name is not None]
    return opened.read((*columns.needed, *also), ids=ids, numbers=numbers)


def _records(
    nodes: Any, columns: PairColumns, id: str | Sequence[str] | None, nulls: str
) -> tuple[tuple[OpenTable, pa.Table] | None, tuple[str, ...], int]:
    """The ids of the table of records, if given; the names of their columns; and the number of rows without an id."""
    if nodes is None:
        return None, columns.id_names, 0
    opened = open_table(nodes, name="nodes")
    names = find_record_columns(opened.names, columns, id=id)
    table, _, n_null = without_nulls(opened.read(names, ids=names), names, "nodes", nulls)
    return (opened, table), names, n_null


def _id_dtypes(kind: Kind, columns: PairColumns, nodes: Kind | None, names: Sequence[str]) -> tuple[Any, ...]:
    """The types of the ids if all columns agree; otherwise Arrow's choice."""
    dtypes = []
    for left, right, name in zip(columns.left, columns.right, names, strict=True):
        found = [kind.dtypes.get(left), kind.dtypes.get(right)]
        if nodes is not None:
            found.append(nodes.dtypes.get(name) if nodes.name == kind.name else None)
        if all(dtype == found[0] for dtype in found[1:]):
            dtypes.append(found[0])
        else:  # pandas has other categories in another column, and makes new ones of all
            dtypes.append("category" if all(str(dtype) == "category" for dtype in found) else None)
    return tuple(dtypes)


def _refuse_unknown(ids: RecordIds, n_known: int) -> None:
    n_unknown = ids.n - n_known
    if n_unknown == 0:
        return
    some = ids.shown(np.arange(n_known, min(ids.n, n_known + _SHOWN)))
    raise ValueError(
        f"{n_unknown:,} {'id' if n_unknown == 1 else 'ids'} of pairs {'is' if n_unknown == 1 else 'are'} not in nodes "
        f'(which has {n_known:,}): {some}{", ..." if n_unknown > _SHOWN else ""}; unknown="add" takes them as records'
    )
