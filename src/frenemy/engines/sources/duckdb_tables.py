"""Pairs in DuckDB: a relation, a connection with a query, or a database file."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.engines.executors.executor import Executor
from frenemy.engines.relations.duckdb_connection import connect, copy_rows, copying, duckdb, quoted, text
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.sources.source import READ, copied_file
from frenemy.tables.columns import PairColumns

_ENDINGS = (".duckdb", ".ddb", ".db")
_MAGIC = b"DUCK"  # of a database file, after a checksum
_VIEW = "frenemy_pairs"
_CLUSTERS = "frenemy_clusters"


def is_database(path: str) -> bool:
    """Whether a name is that of a database file; .db is one of many kinds, so its first bytes decide."""
    if not path.lower().endswith(_ENDINGS):
        return False
    if not os.path.isfile(path):
        return not path.lower().endswith(".db")
    with open(path, "rb") as file:
        return file.read(12)[8:] == _MAGIC


@dataclass(frozen=True, eq=False)
class Relation:
    """A relation, which its own connection computes."""

    relation: Any

    @property
    def names(self) -> Sequence[str]:
        return list(self.relation.columns)

    def about(self) -> list[Any]:
        return [self.relation.sql_query(), self.n_rows]

    @property
    def n_rows(self) -> int:
        with _ctrl_c():
            return len(self.relation)

    def copy(self, stages: CheckpointedStages, columns: PairColumns) -> list[Path]:
        file = copied_file(stages, 0)

        def write() -> None:
            chosen = ", ".join(map(quoted, dict.fromkeys(columns.needed)))
            with written_whole(file) as partial, _ctrl_c():
                # It answers Ctrl-C sooner than write_parquet.
                self.relation.query(_VIEW, copying(f"SELECT {chosen} FROM {_VIEW}", partial))

        stages.here(READ, write)
        return [file]

    def keep(self, labels: Path, columns: PairColumns, executor: Executor) -> Any:  # noqa: ARG002
        """The labels as a new table of the same database, temporary if that is read only."""
        is_read_only = self._run("SELECT readonly FROM duckdb_databases() WHERE database_name = current_database()")
        known = {name for (name,) in self._run("SELECT table_name FROM duckdb_tables()")}
        name = next(name for name in _names() if name not in known)
        kind = "TEMP TABLE" if is_read_only[0][0] else "TABLE"
        with _ctrl_c():
            self.relation.query(_VIEW, f"CREATE {kind} {name} AS FROM read_parquet({text(str(labels / '*.parquet'))})")
        return self.relation.query(_VIEW, f"FROM {name}")

    def _run(self, sql: str) -> list[Any]:
        found: list[Any] = self.relation.query(_VIEW, sql).fetchall()
        return found


def from_connection(connection: Any, query: str | None) -> Relation:
    """The relation of a query, or of the name of a table."""
    return Relation(connection.sql(_statement(connection, query, "the connection")))


@dataclass(frozen=True)
class Database:
    """A table, a view or a query of a database file, which is opened for reading only."""

    path: str
    query: str | None
    memory: int

    @property
    def names(self) -> Sequence[str]:
        with self._opened() as connection:
            return list(connection.sql(self._statement(connection)).columns)

    def about(self) -> list[Any]:
        return [self.path, os.path.getsize(self.path), os.stat(self.path).st_mtime_ns, self.query]

    def copy(self, stages: CheckpointedStages, columns: PairColumns) -> list[Path]:
        file = copied_file(stages, 0)

        def write() -> None:
            with self._opened(stages.folder / "spill") as connection, written_whole(file) as partial:
                chosen = ", ".join(map(quoted, dict.fromkeys(columns.needed)))
                copy_rows(connection, f"SELECT {chosen} FROM ({self._statement(connection)}) AS given", partial)

        stages.here(READ, write)
        return [file]

    def _statement(self, connection: Any) -> str:
        return _statement(connection, self.query, self.path)

    @contextmanager
    def _opened(self, spill: Path | None = None) -> Iterator[Any]:
        try:
            with connect(self.path, memory=self.memory, spill=spill, is_read_only=True) as connection:
                yield connection
        except duckdb.Error as error:
            raise ValueError(f"{self.path}: cannot be read as a DuckDB database: {error}") from error


def _statement(connection: Any, query: str | None, name: str) -> str:
    """A query for rows: a table's name, a query, or the only table."""
    listing = "SELECT table_name FROM information_schema.tables WHERE table_catalog = current_database() ORDER BY 1"
    tables = [found for (found,) in connection.sql(listing).fetchall() if not found.startswith(_CLUSTERS)]
    if query is None:
        if len(tables) != 1:
            listed = f"the tables {', '.join(tables)}" if tables else "no table"
            raise ValueError(f"{name} has {listed}; say with query= which one holds the pairs, or give a SELECT")
        query = tables[0]
    return f"FROM {quoted(query)}" if query in tables else query


def _names() -> Iterator[str]:
    yield _CLUSTERS
    for at in itertools.count(2):
        yield f"{_CLUSTERS}_{at}"


@contextmanager
def _ctrl_c() -> Iterator[None]:
    """DuckDB itself looks for Ctrl-C while it runs a relation, and says so in an error of its own."""
    try:
        yield
    except RuntimeError as error:
        if "interrupted" in str(error):
            raise KeyboardInterrupt from error
        raise
