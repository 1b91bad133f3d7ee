"""The plan on DuckDB, in this process: out of core within a memory limit, with spill and results in scratch."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from frenemy.engines.pairs.dataset_files import DatasetFiles
from frenemy.engines.pairs.row_faults import damaged_file
from frenemy.engines.relations.duckdb_connection import copy_rows, duckdb, interruptible, quoted, text
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import damaged, written_whole
from frenemy.tables.arrow import pa
from frenemy.tables.columns import PairColumns

_MIN_MEMORY = 150_000_000  # bytes; with less, sorts of ten million rows fail
_GROUP_BYTES = 120  # of a group of a text with a number; with fewer, DuckDB runs out of memory in place of spilling


class OnDuckDB:
    """A DuckDB of one run, whose results are Parquet files in scratch.

    Parameters
    ----------
    stages : CheckpointedStages
        Their folder holds the results, and files of DuckDB's own while it works.
    memory : int
        Bytes.
    threads : int
    """

    counts_rows = True

    def __init__(self, stages: CheckpointedStages, *, memory: int, threads: int) -> None:
        self._stages = stages
        self._folder = stages.folder / "tables"
        self._spill = stages.folder / "spill"
        self._check_input: Callable[[], None] = lambda: None
        self._memory = max(memory, _MIN_MEMORY)
        self._connection = duckdb.connect(
            ":memory:",
            config={
                "memory_limit": f"{self._memory}B",
                "threads": threads,
                "temp_directory": str(self._spill),
                "preserve_insertion_order": False,  # what needs an order says so
                "python_enable_replacements": False,  # a name is never that of a variable
                "autoinstall_known_extensions": False,
            },
        )

    def __enter__(self) -> OnDuckDB:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def read_files(self, files: DatasetFiles, columns: PairColumns) -> None:
        """The relation ``given`` from Parquet files."""
        assert columns.score is not None
        self._check_input = lambda: damaged_file(files, columns)
        begins = np.concatenate(([0], np.cumsum(files.sizes))).astype(np.int64)
        self.lend("files", pa.table({"file": np.arange(len(files.files)), "begin": begins[:-1]}))
        ids = [
            f"{quoted(name)}::{self._type_of(kind)} AS {side}{at + 1}"
            for side, names in (("l", columns.left), ("r", columns.right))
            for at, (name, kind) in enumerate(zip(names, files.id_types(columns), strict=True))
        ]
        score = f"{quoted(columns.score)}::DOUBLE"
        listed = ", ".join(text(_literal(file)) for file in files.files)
        self._connection.execute(
            f"""
            CREATE VIEW given AS
            SELECT {", ".join(ids)}, CASE WHEN isnan({score}) THEN NULL ELSE {score} END AS score,
                begin + file_row_number AS place
            FROM read_parquet([{listed}], union_by_name = {not files.are_alike}, hive_partitioning = false)
            JOIN files ON file_index = files.file
            """
        )

    def key(self, columns: Sequence[str]) -> str:
        return f"hash({', '.join(columns)})"

    def node(self, seen: str) -> str:
        return f"CAST(row_number() OVER (ORDER BY {seen}) - 1 AS INTEGER)"

    def n_parts(self, n_groups: int, /) -> int:
        return max(1, -(-n_groups * _GROUP_BYTES // self._memory))

    def store(self, name: str, sql: str) -> int:
        def copy() -> int:
            with written_whole(self._file(name)) as partial, self._explained():
                return copy_rows(self._connection, sql, partial)

        n_rows: int = self._stages.here(name, copy)
        if self._file(name).exists():  # otherwise it was dropped, and nothing needs it
            self.open(name)
        return n_rows

    def open(self, name: str) -> None:
        """Make a relation of a result that was stored before."""
        with self._explained():
            self._connection.execute(
                f"CREATE OR REPLACE VIEW {name} AS FROM read_parquet({text(_literal(str(self._file(name))))})"
            )

    def drop(self, name: str) -> None:
        """Delete a stored result that is no longer needed."""
        self._file(name).unlink(missing_ok=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.parquet"

    def lend(self, name: str, table: pa.Table) -> None:
        self._connection.register(name, table)

    def table(self, sql: str) -> pa.Table:
        with self._explained():
            return self._interruptible(lambda: self._stream(sql).read_all())

    def batches(self, sql: str, *, order: str | None = None) -> Iterator[pa.RecordBatch]:
        if order is not None:
            sql = f"{sql} ORDER BY {order}"
        with self._explained():
            stream = self._interruptible(lambda: self._stream(sql))
            while (batch := self._interruptible(lambda: next(stream, None))) is not None:
                yield batch

    def _interruptible(self, work: Callable[[], Any]) -> Any:
        return interruptible(self._connection, work)

    def _stream(self, sql: str) -> pa.RecordBatchReader:
        return pa.RecordBatchReader.from_stream(self._connection.sql(sql))

    def _type_of(self, kind: pa.DataType) -> str:
        """DuckDB's name of an Arrow type."""
        empty = pa.table({"x": pa.array([], kind)})
        return str(self._connection.from_arrow(empty).types[0])

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """DuckDB's errors as Python's own, for which a stage says what to do; those of streams come from Arrow."""
        try:
            yield
        except (duckdb.Error, pa.ArrowException, OSError) as error:
            message = str(error)
            if "No space left" in message or "temp_directory" in message:
                raise OSError(errno.ENOSPC, f"no space left for {self._stages.folder}: {message}") from error
            if isinstance(error, duckdb.OutOfMemoryException) or "Out of Memory Error" in message:
                raise MemoryError(message) from error
            if isinstance(error, duckdb.InterruptException) or "INTERRUPT Error" in message:
                raise KeyboardInterrupt from error
            self._find_damage()
            raise

    def _find_damage(self) -> None:
        """Raise an error that names a file which is not as it was written, if there is one."""
        for file in sorted(self._folder.glob("*.parquet")):
            reason = _damage(file)
            if reason:
                raise damaged(file, reason)
        self._check_input()


def _damage(file: Path) -> str:
    """Why a Parquet file cannot be read; empty if it can."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(file) as opened:
            for _ in opened.iter_batches():
                pass
    except (pa.ArrowException, OSError) as error:
        return " ".join(str(error).split())
    return ""


def _literal(path: str) -> str:
    """A path that DuckDB does not take for a pattern."""
    return "".join(f"[{one}]" if one in "*?[" else one for one in path)
