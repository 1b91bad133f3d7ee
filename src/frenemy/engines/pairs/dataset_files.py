"""Parquet files of pairs, in chunks that fit in memory."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.tables.arrow import pa
from frenemy.tables.readers.sound_columns import check_columns


@dataclass(frozen=True)
class Piece:
    """Some row groups of a file.

    Attributes
    ----------
    file : str
    groups : tuple of int
    first_row : int
        The position of the first row in the file, for messages.
    n_rows : int
    """

    file: str
    groups: tuple[int, ...]
    first_row: int
    n_rows: int

    def read(self, columns: Sequence[str]) -> pa.Table:
        """Read the rows; an error names the file if it is damaged or has changed since it was listed."""
        import pyarrow.parquet as pq

        # Reading ahead in threads slows small files down.
        with reading(self.file), pq.ParquetFile(self.file, pre_buffer=False) as file:
            table = file.read_row_groups(list(self.groups), columns=list(columns), use_threads=False)
        if table.num_rows != self.n_rows:
            raise ValueError(f"{self.file} changed during the run; run it again with a new scratch folder")
        check_columns(table, self.file)
        return table


@dataclass(frozen=True)
class Chunk:
    """Rows that one task reads."""

    pieces: tuple[Piece, ...]

    @property
    def n_rows(self) -> int:
        return sum(piece.n_rows for piece in self.pieces)


@dataclass(frozen=True, eq=False)
class DatasetFiles:
    """Files with the same columns.

    Attributes
    ----------
    files : tuple of str
    schema : pyarrow.Schema
        Schema of the first file with rows.
    chunks : tuple of Chunk
    n_rows, n_bytes : int
    """

    files: tuple[str, ...]
    schema: pa.Schema
    chunks: tuple[Chunk, ...]
    n_rows: int
    n_bytes: int


class reading:
    """Makes errors of reading name the file."""

    def __init__(self, file: str) -> None:
        self._file = file

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, FileNotFoundError):
            raise ValueError(f"{self._file} does not exist") from error
        if isinstance(error, (pa.ArrowException, OSError)):
            raise ValueError(f"{self._file} is not a complete Parquet file: {error}") from error


def list_files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> tuple[str, ...]:
    """The Parquet files of a folder, a pattern such as ``big/*.parquet``, a file, or several of these, in order.

    Examples
    --------
    >>> from frenemy.engines.pairs.dataset_files import list_files
    >>> list_files("nowhere/*.parquet")
    Traceback (most recent call last):
    ValueError: there is no file 'nowhere/*.parquet'
    """
    given = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not given:
        raise ValueError("there must be at least one file of pairs, got none")
    found: list[str] = []
    for path in given:
        one = os.fspath(path)
        if os.path.isdir(one):
            files = sorted(str(file) for file in Path(one).rglob("*.parquet") if not file.name.startswith((".", "_")))
        else:
            files = [one] if os.path.isfile(one) else sorted(glob.glob(one, recursive=True))
        if not files:
            raise ValueError(f"there is no file {one!r}" if not os.path.isdir(one) else f"{one} has no .parquet file")
        found += files
    return tuple(dict.fromkeys(map(os.path.abspath, found)))


def open_dataset(paths: Any, columns: Sequence[str] | None, *, max_rows: int) -> DatasetFiles:
    """Read the schema and size of each file, but no rows.

    Parameters
    ----------
    paths
        As in :func:`list_files`.
    columns : sequence of str, optional
        Columns that all files must have, with compatible types; by default those of the first file.
    max_rows : int
        About how many rows a chunk may have. Row groups are not split.
    """
    import pyarrow.parquet as pq

    files = list_files(paths)
    schema: pa.Schema | None = None
    first = files[0]
    pieces: list[Piece] = []
    n_bytes = 0
    for name in files:
        with reading(name), pq.ParquetFile(name) as file:
            own, metadata = file.schema_arrow, file.metadata
            sizes = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
        n_bytes += os.path.getsize(name)
        if schema is None or (not pieces and sum(sizes)):
            schema, first = own, name
        _check_same(own, schema, columns or schema.names, name, first)
        pieces += _pieces(name, sizes, max_rows)
    assert schema is not None
    chunks = tuple(_chunks(pieces, max_rows))
    return DatasetFiles(files, schema, chunks, sum(piece.n_rows for piece in pieces), n_bytes)


def _check_same(own: pa.Schema, schema: pa.Schema, columns: Sequence[str], name: str, first: str) -> None:
    for column in columns:
        if column not in own.names:
            raise ValueError(f"{name} has no column {column!r}, as {first} has; it has {', '.join(own.names)}")
        mine, other = own.field(column).type, schema.field(column).type
        if mine != other and family(mine) != family(other):
            raise ValueError(f"column {column!r} is {mine} in {name} but {other} in {first}")


def family(kind: pa.DataType) -> Any:
    """A common name for types whose values can be equal."""
    if pa.types.is_dictionary(kind):
        return family(kind.value_type)
    if pa.types.is_integer(kind):
        return "whole numbers"
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return "texts"
    return "numbers" if pa.types.is_floating(kind) else kind


def _pieces(name: str, sizes: Sequence[int], max_rows: int) -> Iterator[Piece]:
    groups: list[int] = []
    n_rows = first_row = 0
    for group, size in enumerate(sizes):
        if groups and n_rows + size > max_rows:
            yield Piece(name, tuple(groups), first_row, n_rows)
            first_row, n_rows, groups = first_row + n_rows, 0, []
        groups.append(group)
        n_rows += size
    if n_rows:
        yield Piece(name, tuple(groups), first_row, n_rows)


def _chunks(pieces: Iterable[Piece], max_rows: int) -> Iterator[Chunk]:
    own: list[Piece] = []
    n_rows = 0
    for piece in pieces:
        if own and n_rows + piece.n_rows > max_rows:
            yield Chunk(tuple(own))
            own, n_rows = [], 0
        own.append(piece)
        n_rows += piece.n_rows
    if own:
        yield Chunk(tuple(own))
