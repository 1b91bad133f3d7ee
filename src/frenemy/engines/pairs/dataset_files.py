"""Parquet files of pairs: which there are, and whether they go together."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns


@dataclass(frozen=True, eq=False)
class DatasetFiles:
    """Files with the same columns.

    Attributes
    ----------
    files : tuple of str
    sizes : tuple of int
        The number of rows of each.
    schema : pyarrow.Schema
        Schema of the first file with rows.
    are_alike : bool
        Whether all files have the same columns, in the same order and with the same types.
    """

    files: tuple[str, ...]
    sizes: tuple[int, ...]
    schema: pa.Schema
    are_alike: bool

    @property
    def n_rows(self) -> int:
        return sum(self.sizes)

    def id_types(self, columns: PairColumns) -> list[pa.DataType]:
        """The types of the columns of an id; a dictionary counts as its values."""
        kinds = [self.schema.field(name).type for name in columns.left]
        return [kind.value_type if pa.types.is_dictionary(kind) else kind for kind in kinds]


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


def open_dataset(paths: Any, columns: Sequence[str] | None) -> DatasetFiles:
    """Read the schema and size of each file, but no rows.

    Parameters
    ----------
    paths
        As in :func:`list_files`.
    columns : sequence of str, optional
        Columns that all files must have, with compatible types; by default those of the first file.
    """
    import pyarrow.parquet as pq

    files = list_files(paths)
    schema: pa.Schema | None = None
    first = files[0]
    sizes: list[int] = []
    are_alike = True
    for name in files:
        with reading(name), pq.ParquetFile(name) as file:
            own, n_rows = file.schema_arrow, file.metadata.num_rows
        if schema is None or (not any(sizes) and n_rows):
            schema, first = own, name
        _check_same(own, schema, columns or schema.names, name, first)
        are_alike = are_alike and own.equals(schema)
        sizes.append(n_rows)
    assert schema is not None
    return DatasetFiles(files, tuple(sizes), schema, are_alike)


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
