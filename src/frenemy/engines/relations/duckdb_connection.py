"""Connections to DuckDB, its words, and Ctrl-C while it works."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

try:
    import duckdb as duckdb
except ImportError as error:
    raise ImportError('pairs beyond memory need DuckDB: pip install "frenemy[datasets]"') from error


def connect(database: str, *, memory: int, spill: Path | None = None, is_read_only: bool = False) -> Any:
    """A connection that takes at most some bytes of memory, and spills to a folder."""
    config: dict[str, str | bool | int | float | list[str]] = {"memory_limit": f"{memory}B"}
    if spill is not None:
        config["temp_directory"] = str(spill)
    return duckdb.connect(database, read_only=is_read_only, config=config)


def copy_rows(connection: Any, sql: str, file: Path) -> int:
    """Write the result of a query to a Parquet file, and return the number of its rows."""
    return int(interruptible(connection, lambda: connection.execute(copying(sql, file)).fetchall())[0][0])


def copying(sql: str, file: Path) -> str:
    """The statement that writes the result of a query to a Parquet file."""
    return f"COPY ({sql}) TO {text(str(file))} (FORMAT parquet, COMPRESSION lz4_raw)"


def interruptible(connection: Any, work: Callable[[], Any]) -> Any:
    """Work of DuckDB in a thread: while it runs, DuckDB does not look for Ctrl-C, and waiting for a thread does."""
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work)
        try:
            return done.result()
        except KeyboardInterrupt:
            connection.interrupt()
            raise


def quoted(name: str) -> str:
    """A column's name in SQL."""
    return '"' + name.replace('"', '""') + '"'


def text(value: str) -> str:
    """A text in SQL."""
    return "'" + value.replace("'", "''") + "'"
