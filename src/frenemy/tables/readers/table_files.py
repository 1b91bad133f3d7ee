"""Read and write tables in files by their suffix: Parquet, CSV, TSV, Feather."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from frenemy.io.safe_cells import FORMULA_STARTS, safe_cell
from frenemy.io.text import cut
from frenemy.io.text_header import is_header, text_delimiter
from frenemy.io.whole_files import errors_naming, files_written_whole
from frenemy.tables.arrow import pa, pc

_DELIMITERS = {".csv": ",", ".tsv": "\t"}
_FEATHER = (".feather", ".arrow")
_ENDINGS = ".parquet, .csv, .tsv, .feather (or .csv.gz and the like)"
_LONGEST_HEADER = 1 << 20
_LONGEST_WITH_BREAKS = 1 << 26
_COMPRESSED = (".gz", ".bz2", ".zst", ".lz4")


def ending(path: Path) -> str:
    """The suffix that says the format; an error for an unknown one."""
    suffixes = path.suffixes
    found = (suffixes[-1] if suffixes else "").lower()
    if found in _COMPRESSED and len(suffixes) > 1 and suffixes[-2].lower() in _DELIMITERS:
        return suffixes[-2].lower()
    if found == ".parquet" or found in _DELIMITERS or found in _FEATHER:
        return found
    hint = "; of a database, give duckdb.connect(path).table(name)" if found in (".duckdb", ".ddb") else ""
    raise ValueError(f"{path}: a table's name must end in {_ENDINGS}{hint}")


def is_text(path: Path) -> bool:
    """Whether the file is text, so that ids have no type."""
    return ending(path) in _DELIMITERS


def is_text_file(path: str) -> bool:
    """Whether a name is that of a text file that can be read."""
    try:
        return is_text(Path(path))
    except ValueError:
        return False


def file_columns(path: Path) -> list[str]:
    """The names of its columns, without reading the rest."""
    kind = ending(path)
    if not path.exists():
        raise ValueError(f"{path}: there is no such file")
    try:
        if kind == ".parquet":
            from pyarrow import parquet

            return list(parquet.read_schema(path).names)
        if kind in _FEATHER:
            with pa.OSFile(str(path)) as file:
                return list(pa.ipc.open_file(file).schema.names)
        return _text_layout(path).names
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read as {kind[1:]}: {cut(str(error))}") from error


def read_file(path: Path, columns: Sequence[str], *, ids: Sequence[str], numbers: Sequence[str]) -> pa.Table:
    """Read columns of a file.

    Ids of text files stay text, so 007 is not 7. Only an empty id is null, so NA is an id.
    """
    kind = ending(path)
    try:
        if kind == ".parquet":
            from pyarrow import parquet

            return parquet.read_table(path, columns=list(columns))
        if kind in _FEATHER:
            from pyarrow import feather

            return feather.read_table(path, columns=list(columns))
        try:
            return _read_text(path, columns, ids, numbers, use_threads=True)
        except pa.ArrowInvalid:  # one thread knows in which row
            return _read_text(path, columns, ids, numbers, use_threads=False)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read as {kind[1:]}: {cut(str(error))}") from error


def text_batches(
    path: Path, columns: Sequence[str], *, ids: Sequence[str], numbers: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Columns of a text file of any size, piece by piece; at least one batch. Values are as in :func:`read_file`."""
    from pyarrow import csv

    # One thread knows in which row an error is.
    settings = _text_settings(path, columns, ids, numbers, use_threads=False)
    try:
        with csv.open_csv(path, **settings) as reader:
            yield pa.RecordBatch.from_pylist([], reader.schema)
            yield from reader
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: cannot be read as {ending(path)[1:]}: {cut(str(error))}") from error


def _read_text(
    path: Path, columns: Sequence[str], ids: Sequence[str], numbers: Sequence[str], *, use_threads: bool
) -> pa.Table:
    from pyarrow import csv

    return csv.read_csv(path, **_text_settings(path, columns, ids, numbers, use_threads=use_threads))


def _text_settings(
    path: Path, columns: Sequence[str], ids: Sequence[str], numbers: Sequence[str], *, use_threads: bool
) -> dict[str, Any]:
    from pyarrow import csv

    types = dict.fromkeys(ids, pa.string()) | dict.fromkeys(numbers, pa.float64())
    layout = _text_layout(path)
    return {
        "read_options": csv.ReadOptions(
            column_names=None if layout.has_header else layout.names, use_threads=use_threads
        ),
        # Ids may have line breaks; to know that of a long file takes time.
        "parse_options": csv.ParseOptions(
            delimiter=layout.delimiter, newlines_in_values=path.stat().st_size <= _LONGEST_WITH_BREAKS
        ),
        "convert_options": csv.ConvertOptions(
            column_types=types, include_columns=list(columns), null_values=[""], strings_can_be_null=True
        ),
    }


class _TextLayout(NamedTuple):
    """What a text file has between its columns, their names, and whether it names them itself."""

    delimiter: str
    names: list[str]
    has_header: bool


def has_header(path: Path) -> bool:
    """Whether the file names its columns; text may begin with the first row."""
    return not is_text(path) or _text_layout(path).has_header


def _text_layout(path: Path) -> _TextLayout:
    from pyarrow import csv

    with pa.input_stream(str(path), compression="detect") as file:
        top = file.read(_LONGEST_HEADER)
    usual = _DELIMITERS[ending(path)]
    delimiter = text_delimiter(top, usual)
    one_thread = csv.ReadOptions(use_threads=False)  # knows in which row an error is
    with csv.open_csv(path, read_options=one_thread, parse_options=csv.ParseOptions(delimiter=delimiter)) as reader:
        names = list(reader.schema.names)
    if is_header(names) or not top.strip():
        return _TextLayout(delimiter, names, True)
    known = ["id_1", "id_2", "weight"] if len(names) == 3 else [f"column {at + 1}" for at in range(len(names))]
    return _TextLayout(delimiter, known, False)


def write_table(table: pa.Table, path: Path | str, *, safe_csv: bool = False) -> None:
    """Write a table in the format of the file's suffix.

    Parameters
    ----------
    table : pyarrow.Table
    path : path
        Ends in .parquet, .csv, .tsv or .feather. An existing file is replaced when the new one is complete.
    safe_csv : bool
        As of :func:`frenemy.io.write_labels`, for all texts.

    Examples
    --------
    >>> import tempfile, pathlib, pyarrow as pa
    >>> from frenemy.tables.readers.table_files import write_table
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "clusters.csv"
    ...     write_table(pa.table({"id": ["a", "b"], "cluster_id": [0, 0]}), path)
    ...     path.read_text().splitlines()
    ['"id","cluster_id"', '"a",0', '"b",0']
    """
    write_tables({str(path): table}, safe_csv=safe_csv)


def write_tables(tables: Mapping[str, pa.Table], *, safe_csv: bool = False) -> None:
    """Write tables that belong together, by path: either all get their names, or the old files stay."""
    with files_written_whole(*tables) as names:
        for path, table in tables.items():
            with errors_naming(path, names[path]):
                _write(table, names[path], ending(Path(path)), safe_csv=safe_csv)


def _write(table: pa.Table, path: str, kind: str, *, safe_csv: bool) -> None:
    if kind in _DELIMITERS:
        with pa.output_stream(path, compression="detect") as file:
            _write_to(file, table, kind, safe_csv=safe_csv)
    else:
        _write_to(path, table, kind, safe_csv=safe_csv)


def _write_to(file: Any, table: pa.Table, kind: str, *, safe_csv: bool) -> None:
    if kind == ".parquet":
        from pyarrow import parquet

        parquet.write_table(table, file)
    elif kind in _FEATHER:
        from pyarrow import feather

        feather.write_feather(table, file)
    else:
        from pyarrow import csv

        csv.write_csv(_as_text(table, safe_csv), file, csv.WriteOptions(delimiter=_DELIMITERS[kind]))


def table_bytes(table: pa.Table, kind: str, *, safe_csv: bool = False) -> bytes:
    """A table as the content of a file that is not compressed; ``kind`` is what :func:`ending` says."""
    sink = pa.BufferOutputStream()
    _write_to(sink, table, kind, safe_csv=safe_csv)
    content: bytes = sink.getvalue().to_pybytes()
    return content


def csv_bytes(table: pa.Table, *, safe_csv: bool = False) -> bytes:
    """A table as the content of a CSV file."""
    return table_bytes(table, ".csv", safe_csv=safe_csv)


def _as_text(table: pa.Table, safe_csv: bool) -> pa.Table:
    """Convert columns that text files cannot hold, and texts that spreadsheets would run."""
    for place, field in enumerate(table.schema):
        column = table.column(place)
        if pa.types.is_dictionary(field.type):
            column = column.cast(field.type.value_type)
        elif pa.types.is_nested(field.type):
            column = pa.chunked_array(
                [pa.array([None if value is None else _as_json(value) for value in column.to_pylist()], pa.string())]
            )
        elif isinstance(field.type, pa.BaseExtensionType):
            column = pa.chunked_array(
                [pa.array([None if value is None else str(value) for value in column.to_pylist()], pa.string())]
            )
        is_number = pa.types.is_decimal(column.type)
        if is_number or column.type in (pa.string_view(), pa.binary_view()):
            column = pc.cast(column, pa.string())
        if safe_csv and not is_number and column.type in (pa.string(), pa.large_string()):
            column = _safe(column)
        table = table.set_column(place, safe_cell(field.name) if safe_csv else field.name, column)
    return table


def _safe(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """As :func:`safe_cell`, for all of them."""
    starts = "".join(f"\\x{ord(start):02x}" for start in FORMULA_STARTS)
    is_formula = pc.match_substring_regex(column, f"^[{starts}]")
    empty = pa.scalar("", column.type)
    return pc.if_else(is_formula, pc.binary_join_element_wise(pa.scalar("'", column.type), column, empty), column)


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
