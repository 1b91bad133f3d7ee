"""Which kind of pairs these are, if they are no Parquet files."""

from __future__ import annotations

import glob
import os
from typing import Any
from urllib.parse import unquote, urlparse

from frenemy.engines.sources.dask_frames import DaskFrame
from frenemy.engines.sources.frames import duckdb_relation, is_connection, is_dask_frame
from frenemy.engines.sources.source import Source
from frenemy.engines.sources.text_files import TextFiles
from frenemy.tables.readers.table_files import is_text_file


def find_source(pairs: Any, query: str | None, memory: int) -> Source | None:
    """The pairs as something to copy; None for Parquet files.

    Parameters
    ----------
    query : str, optional
        For DuckDB.
    memory : int
        Bytes for DuckDB.
    """
    paths = paths_of(pairs)
    source = _of_files(paths, query, memory) if paths else _of_tables(pairs, query)
    if query is not None and not _takes_query(source, pairs):
        raise ValueError(f"query is for a database or a connection of DuckDB, got {query!r} with other pairs")
    return source


def paths_of(pairs: Any) -> list[str]:
    """The paths, if these are some; addresses with file:// become paths."""
    given = [pairs] if isinstance(pairs, (str, os.PathLike)) else pairs
    if not isinstance(given, (list, tuple)) or not all(isinstance(one, (str, os.PathLike)) for one in given):
        return []
    if not given:
        raise ValueError("there must be at least one file of pairs, got none")
    return [_without_scheme(os.fspath(path)) for path in given]


def _without_scheme(path: str) -> str:
    return unquote(urlparse(path).path) if path.lower().startswith("file://") else path


def _takes_query(source: Source | None, pairs: Any) -> bool:
    if source is None or isinstance(source, (DaskFrame, TextFiles)):
        return False
    from frenemy.engines.sources.duckdb_tables import Database

    return isinstance(source, Database) or is_connection(pairs)


def _of_tables(pairs: Any, query: str | None) -> Source | None:
    if is_dask_frame(pairs):
        return DaskFrame(pairs)
    from frenemy.engines.sources.duckdb_tables import Relation, from_connection

    relation = duckdb_relation(pairs)
    if relation is not None:
        return Relation(relation)
    if is_connection(pairs):
        return from_connection(pairs, query)
    raise ValueError(
        "pairs must be paths, or a table of DuckDB, Dask or Spark, got "
        f"{type(pairs).__name__}; fr.cluster_table takes tables in memory"
    )


def _of_files(paths: list[str], query: str | None, memory: int) -> Source | None:
    from frenemy.engines.sources.duckdb_tables import Database, is_database
    from frenemy.engines.sources.remote_files import RemoteFiles, is_address

    if len(paths) == 1 and is_database(paths[0]):
        if not os.path.isfile(paths[0]):
            raise ValueError(f"there is no file {paths[0]!r}")
        return Database(os.path.abspath(paths[0]), query, memory)
    kinds = {"address" if is_address(path) else "text" if is_text_file(path) else "parquet" for path in paths}
    if len(kinds) > 1:
        raise ValueError(f"pairs must be files of one kind, got {', '.join(paths)}; give those of one kind at a time")
    if kinds == {"address"}:
        return RemoteFiles(tuple(paths), memory)
    if kinds == {"text"}:
        return TextFiles(tuple(found for path in paths for found in _text_files(path)))
    return None


def _text_files(path: str) -> list[str]:
    found = [path] if os.path.isfile(path) else sorted(glob.glob(path, recursive=True))
    if not found:
        raise ValueError(f"there is no file {path!r}")
    return [os.path.abspath(one) for one in found]
