"""Pairs in tables of pandas, polars, pyarrow, or anything that speaks Arrow. None is imported unless given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from frenemy.problem.ids import Ids, checked_ids
from frenemy.problem.sources.column_names import WEIGHTS, named_id_columns
from frenemy.problem.sources.edges import Edges
from frenemy.problem.sources.matrices import FEATURES
from frenemy.problem.sources.pair_lists import column_edges

_SELECT = "select the two ids and the weight, in this order: table[[id_left, id_right, weight]]"


def is_table(data: Any) -> bool:
    if isinstance(data, Mapping):
        return bool(data) and all(isinstance(name, str) for name in data)
    return _is_pandas(data) or _is_lazy(data) or hasattr(data, "get_column") or hasattr(data, "__arrow_c_stream__")


def is_matrix_table(data: Any) -> bool:
    """Whether a table is a matrix of weights: square and all numbers, with no columns of ids by name.

    Of three rows and columns, it is one only if rows and columns have the same names.
    """
    if not (_is_pandas(data) or hasattr(data, "get_column")):
        return False
    if len(data.shape) != 2 or data.shape[0] != data.shape[1] or not len(data):
        return False
    names = list(data.columns)
    if named_id_columns([name for name in names if isinstance(name, str)]):
        return False
    if data.shape[0] == 3 and not matrix_ids_match(data):
        return False
    return np.asarray(data).dtype.kind in "biuf"


def matrix_ids_match(data: Any) -> bool:
    """Whether a pandas table has the same names for its rows and columns."""
    return _is_pandas(data) and list(data.index) == list(getattr(data, "columns", ()))


def matrix_ids(data: Any) -> Ids | None:
    """The names of rows and columns of a matrix, where they agree and are not just numbers."""
    if not matrix_ids_match(data) or list(data.columns) == list(range(len(data))):
        return None
    return checked_ids(list(data.columns), len(data))


def table_edges(table: Any) -> Edges:
    """The pairs of a table: columns by their usual names, else the first three."""
    if _is_pandas(table) and getattr(table.index, "nlevels", 1) == 2:  # recordlinkage: the pairs are the index
        table = table.reset_index()
    columns = _columns(table)
    chosen = _chosen(list(columns))
    u, v, w = (_values(columns[name]) for name in chosen)
    try:
        return column_edges(u, v, w, names=(f"column {chosen[0]!r}", f"column {chosen[1]!r}", f"column {chosen[2]!r}"),
                            unit="row")  # fmt: skip
    except ValueError as error:
        raise ValueError(f"{error}; if these are not the columns of the pairs, {_SELECT}; {FEATURES}") from None


def _is_pandas(data: Any) -> bool:
    return hasattr(data, "iloc") and hasattr(data, "reset_index")


def _is_lazy(data: Any) -> bool:
    """Whether this is polars' lazy table."""
    return hasattr(data, "collect") and hasattr(data, "collect_schema")


def _columns(table: Any) -> Mapping[Any, Any]:
    """The columns by name."""
    if isinstance(table, Mapping):
        return table
    if _is_lazy(table):
        table = table.collect()
    if hasattr(table, "get_column"):
        return {name: table.get_column(name) for name in table.columns}
    if _is_pandas(table):
        return {name: table.iloc[:, place] for place, name in enumerate(getattr(table, "columns", ()))}
    if not hasattr(table, "column_names"):
        table = _arrow_table(table)
    return dict(zip(table.column_names, table.columns, strict=True))


def _arrow_table(table: Any) -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError(f'pairs in {type(table).__name__} need pyarrow: pip install "frenemy[tables]"') from error
    return pyarrow.table(table)


def _chosen(names: Sequence[Any]) -> tuple[Any, Any, Any]:
    """The columns of the two ids and the weight."""
    found = ", ".join(map(repr, names)) or "no columns"
    if len(names) < 3:
        raise ValueError(f"a table of pairs needs three columns, two ids and a weight, got {found}; {FEATURES}")
    ids = named_id_columns([name for name in names if isinstance(name, str)])
    weights = [name for name in names if name in WEIGHTS]
    if not ids and not weights:
        return names[0], names[1], names[2]
    if len(ids) == 1 and len(weights) == 1:
        return *ids[0], weights[0]
    if len(ids) == 1 and not weights and len(names) == 3:
        return *ids[0], next(name for name in names if name not in ids[0])
    if len(weights) == 1 and not ids and len(names) == 3:
        left, right = (name for name in names if name != weights[0])
        return left, right, weights[0]
    what = "ids" if len(ids) != 1 else "weights"
    why = f"several columns could hold the {what}" if (ids if what == "ids" else weights) else f"no name says {what}"
    raise ValueError(f"{why} among the columns {found}; {_SELECT}")


def _values(column: Any) -> Any:
    """A column as an array of numbers, or as a list."""
    if hasattr(column, "to_pylist"):  # pyarrow
        return (
            column.to_numpy() if str(column.type).startswith(("int", "uint", "float", "double")) else column.to_pylist()
        )
    if hasattr(column, "to_numpy") and hasattr(column, "to_list"):
        array = column.to_numpy()
        return array if array.dtype.kind in "biuf" else column.to_list()
    return column
