"""Convert tables of any kind to Arrow, and results back to the same kind: pandas, polars, pyarrow, duckdb, files.

Results of splink, recordlinkage and dedupe are read unchanged, and so is anything with the Arrow PyCapsule interface
(``__arrow_c_stream__``). Only the needed columns are read, so a wide Parquet file or a duckdb relation is cheap.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from frenemy.tables.arrow import pa
from frenemy.tables.readers.pandas_frames import arrow_series, is_pandas, pandas_frame, plain_frame
from frenemy.tables.readers.sound_columns import check_columns
from frenemy.tables.readers.splink_frames import from_splink, is_splink_frame
from frenemy.tables.readers.structured_arrays import array_columns, arrow_column, is_structured_array, structured_array
from frenemy.tables.readers.table_files import file_columns, has_header, is_text, read_file

Read = Callable[[Sequence[str], Sequence[str], Sequence[str]], pa.Table]


@dataclass(frozen=True, eq=False)
class Kind:
    """The kind of a table, to convert results back to it.

    Attributes
    ----------
    name : str
        "pandas", "polars", "polars lazy", "duckdb", "numpy" or "pyarrow", which files, streams and splink's tables
        become.
    dtypes : mapping
        The type of each column in that library.
    relation : duckdb relation or None
        A relation of the connection that new ones are made from.
    """

    name: str
    dtypes: Mapping[str, Any] = field(default_factory=dict)
    relation: Any = None

    def back(self, table: pa.Table, *, dtypes: Mapping[str, Any] | None = None) -> Any:
        """An Arrow table as this kind.

        Parameters
        ----------
        table : pyarrow.Table
        dtypes : mapping, optional
            Columns that must have a type of this kind's own, such as a categorical one.

        Examples
        --------
        >>> import pandas as pd, pyarrow as pa
        >>> from frenemy.tables.readers.tables import as_arrow
        >>> table, kind = as_arrow(pd.DataFrame({"id": pd.array([1, 2], "Int64")}))
        >>> kind.back(pa.table({"id": [2, 1]}), dtypes={"id": kind.dtypes["id"]}).dtypes["id"]
        Int64Dtype()
        """
        return _BACK[self.name](
            self, table, {name: dtype for name, dtype in (dtypes or {}).items() if dtype is not None}
        )


@dataclass(frozen=True, eq=False)
class OpenTable:
    """A table whose columns are known but not read yet.

    Attributes
    ----------
    names : tuple of str
    kind : Kind
    is_text : bool
        Whether its ids are untyped text, as in a CSV file.
    index : tuple of str
        The columns that were the index of a pandas table with several levels.
    file : str
        Where it lies, for messages; empty for tables in memory.
    notes : tuple of str
        What was found out about it.
    """

    names: tuple[str, ...]
    kind: Kind
    is_text: bool
    _read: Read
    index: tuple[str, ...] = ()
    file: str = ""
    notes: tuple[str, ...] = ()

    def read(self, columns: Sequence[str], *, ids: Sequence[str] = (), numbers: Sequence[str] = ()) -> pa.Table:
        """Read some columns. In text files ``ids`` stay text, and ``numbers`` must be numbers."""
        for name in columns:
            if self.names.count(name) > 1:
                raise ValueError(f"column {name!r} appears {self.names.count(name)} times; rename all but one")
        try:
            table = self._read(list(dict.fromkeys(columns)), ids, numbers)
        except pa.ArrowException as error:
            named = ", ".join(map(repr, columns))
            raise ValueError(f"columns {named} cannot be read; cast them to types that Arrow has: {error}") from error
        check_columns(table, self.file)
        return table


def as_arrow(table: Any, *, name: str = "table") -> tuple[pa.Table, Kind]:
    """Any table, or the path of one, as an Arrow table, and what kind it was.

    Parameters
    ----------
    table : table or path
        With ``__arrow_c_stream__`` (pandas, polars, pyarrow, duckdb), of splink, a numpy array with named fields, or a
        path that ends in .parquet, .csv, .tsv or .feather.
    name : str
        Its name in messages.

    Returns
    -------
    pyarrow.Table, Kind

    Examples
    --------
    >>> import pandas as pd
    >>> from frenemy.tables.readers.tables import as_arrow
    >>> table, kind = as_arrow(pd.DataFrame({"id": ["a", "b"]}))
    >>> table.num_rows, kind.name
    (2, 'pandas')
    >>> type(kind.back(table)).__name__
    'DataFrame'
    """
    opened = open_table(table, name=name)
    return opened.read(opened.names), opened.kind


def open_table(table: Any, *, name: str = "table") -> OpenTable:
    """List the columns of a table without reading them; ``name`` is its name in messages."""
    if isinstance(table, str | os.PathLike):
        return _open_file(Path(table))
    package = type(table).__module__.partition(".")[0].lstrip("_")
    if is_pandas(table):
        return _open_pandas(table, name)
    if package == "polars" and hasattr(table, "collect_schema"):
        return _open_polars(table)
    if package == "duckdb" and hasattr(table, "project"):
        return _open_duckdb(table)
    if is_splink_frame(table):
        return replace(open_table(from_splink(table), name=name), kind=Kind("pyarrow"))
    if is_structured_array(table):
        return _open_structured(table, name)
    if isinstance(table, pa.Table):
        return _open_arrow(table)
    if hasattr(table, "__arrow_c_stream__"):
        return _open_stream(table)
    raise ValueError(
        f"{name} must be a table (pandas, polars, pyarrow, duckdb or another with __arrow_c_stream__, of splink, a "
        f"numpy array with named fields) or the path of one, got {type(table).__name__}"
    )


def as_readable_again(table: Any) -> Any:
    """A stream, which can be read only once, as a table; anything else unchanged."""
    return table.read_all() if isinstance(table, pa.RecordBatchReader) else table


# ------------------------------------------------------------------------------------------------------------------ in


def _open_file(path: Path) -> OpenTable:
    def read(columns: Sequence[str], ids: Sequence[str], numbers: Sequence[str]) -> pa.Table:
        return read_file(path, columns, ids=ids, numbers=numbers)

    names = tuple(file_columns(path))
    notes = () if has_header(path) else (f"no header was found, so the first line is a row of {', '.join(names)}",)
    return OpenTable(names, Kind("pyarrow"), is_text(path), read, file=str(path), notes=notes)


def _open_arrow(table: pa.Table) -> OpenTable:
    kind = Kind("pyarrow", dict(zip(table.schema.names, table.schema.types, strict=True)))
    return OpenTable(tuple(table.schema.names), kind, False, lambda columns, _ids, _numbers: table.select(columns))


def _open_stream(table: Any) -> OpenTable:
    """A stream, which can be read only once; unneeded columns are dropped batch by batch."""
    reader = table if isinstance(table, pa.RecordBatchReader) else pa.RecordBatchReader.from_stream(table)
    schema = reader.schema

    def read(columns: Sequence[str], _ids: Sequence[str], _numbers: Sequence[str]) -> pa.Table:
        wanted = pa.schema([schema.field(name) for name in columns])
        return pa.Table.from_batches((batch.select(columns) for batch in reader), wanted)

    return OpenTable(
        tuple(schema.names), Kind("pyarrow", dict(zip(schema.names, schema.types, strict=True))), False, read
    )


def _open_pandas(table: Any, name: str) -> OpenTable:
    frame, index = plain_frame(table)

    def read(columns: Sequence[str], _ids: Sequence[str], _numbers: Sequence[str]) -> pa.Table:
        return pa.table([arrow_series(frame[column], name=name) for column in columns], names=list(columns))

    kind = Kind("pandas", dict(zip(frame.columns, frame.dtypes, strict=True)))
    return OpenTable(tuple(frame.columns), kind, False, read, index)


def _open_polars(table: Any) -> OpenTable:
    schema = table.collect_schema()
    is_lazy = hasattr(table, "collect")

    def read(columns: Sequence[str], _ids: Sequence[str], _numbers: Sequence[str]) -> pa.Table:
        chosen = table.select(list(columns))
        return pa.table(chosen.collect() if is_lazy else chosen)

    return OpenTable(tuple(schema), Kind("polars lazy" if is_lazy else "polars", dict(schema)), False, read)


def _open_duckdb(relation: Any) -> OpenTable:
    def read(columns: Sequence[str], _ids: Sequence[str], _numbers: Sequence[str]) -> pa.Table:
        return pa.table(relation.project(", ".join(map(_quoted, columns))))

    kind = Kind("duckdb", dict(zip(relation.columns, map(str, relation.types), strict=True)), relation)
    return OpenTable(tuple(relation.columns), kind, False, read)


def _open_structured(array: Any, name: str) -> OpenTable:
    columns = array_columns(array, name=name)

    def read(chosen: Sequence[str], _ids: Sequence[str], _numbers: Sequence[str]) -> pa.Table:
        return pa.table([arrow_column(columns[column]) for column in chosen], names=list(chosen))

    kind = Kind("numpy", {column: values.dtype for column, values in columns.items()})
    return OpenTable(tuple(columns), kind, False, read)


def _quoted(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'


# ----------------------------------------------------------------------------------------------------------------- out


def _back_arrow(_: Kind, table: pa.Table, dtypes: Mapping[str, Any]) -> pa.Table:
    for name, dtype in dtypes.items():
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, _as_type(table.column(place), dtype))
    return table


def _as_type(column: pa.ChunkedArray, dtype: pa.DataType) -> pa.ChunkedArray:
    if not pa.types.is_dictionary(dtype):
        return column.cast(dtype)
    encoded = column.combine_chunks().dictionary_encode()
    indices, values = encoded.indices.cast(dtype.index_type), encoded.dictionary.cast(dtype.value_type)
    return pa.chunked_array([pa.DictionaryArray.from_arrays(indices, values, ordered=dtype.ordered)])


def _back_pandas(_: Kind, table: pa.Table, dtypes: Mapping[str, Any]) -> Any:
    return pandas_frame(table, dtypes=dtypes)


def _back_polars(kind: Kind, table: pa.Table, dtypes: Mapping[str, Any]) -> Any:
    frame = sys.modules["polars"].DataFrame(table)
    if dtypes:
        frame = frame.with_columns(frame[name].cast(dtype) for name, dtype in dtypes.items())
    return frame.lazy() if kind.name == "polars lazy" else frame


def _back_duckdb(kind: Kind, table: pa.Table, dtypes: Mapping[str, Any]) -> Any:
    chosen = [
        f"CAST({_quoted(name)} AS {dtypes[name]}) AS {_quoted(name)}" if name in dtypes else _quoted(name)
        for name in table.column_names
    ]
    frenemy_table_of_records = table
    try:
        # By its name duckdb finds the variable, and the new relation is of the old one's connection.
        return kind.relation.query("frenemy_pairs", f"SELECT {', '.join(chosen)} FROM frenemy_table_of_records")
    except sys.modules["duckdb"].CatalogException:  # a connection that is set to find no variables
        return sys.modules["duckdb"].from_arrow(frenemy_table_of_records).project(", ".join(chosen))


def _back_numpy(_: Kind, table: pa.Table, dtypes: Mapping[str, Any]) -> Any:
    return structured_array(table, dtypes=dtypes)


_BACK: dict[str, Callable[[Kind, pa.Table, Mapping[str, Any]], Any]] = {
    "pyarrow": _back_arrow,
    "pandas": _back_pandas,
    "polars": _back_polars,
    "polars lazy": _back_polars,
    "duckdb": _back_duckdb,
    "numpy": _back_numpy,
}
