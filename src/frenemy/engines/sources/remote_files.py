"""Pairs at addresses, which DuckDB's extension httpfs reads: s3://, https:// and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from frenemy.engines.relations.duckdb_connection import connect, copy_rows, duckdb, quoted, text
from frenemy.engines.scratch.checkpointed_stages import CheckpointedStages
from frenemy.engines.scratch.partial_files import written_whole
from frenemy.engines.sources.source import READ, copied_file
from frenemy.tables.columns import PairColumns

_ADDRESS = re.compile(r"(s3|s3a|s3n|gs|gcs|r2|http|https|hf|az|azure|abfss)://", re.IGNORECASE)
_TEXTS = (".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".tsv.zst")
_AZURE = ("az", "azure", "abfss")


def is_address(path: str) -> bool:
    """Whether DuckDB reads this path with an extension.

    Examples
    --------
    >>> from frenemy.engines.sources.remote_files import is_address
    >>> is_address("s3://bucket/pairs-*.parquet"), is_address("pairs.parquet")
    (True, False)
    """
    return _ADDRESS.match(path) is not None


def refuse_address(path: Any, name: str) -> None:
    """ValueError if what is written would go to an address."""
    if isinstance(path, str) and is_address(path):
        raise ValueError(
            f"{name} must be a folder that this machine and all workers reach by its path, got the address {path!r}; "
            "mount the bucket, or write to a local folder and copy its files"
        )


@dataclass(frozen=True)
class RemoteFiles:
    """Parquet or text files at addresses, all of one kind; those of s3 may be patterns."""

    addresses: tuple[str, ...]
    memory: int

    @property
    def names(self) -> Sequence[str]:
        with self._opened() as connection:
            return list(connection.sql(f"FROM {self._files} LIMIT 0").columns)

    def about(self) -> list[Any]:
        return list(self.addresses)

    def copy(self, stages: CheckpointedStages, columns: PairColumns) -> list[Path]:
        file = copied_file(stages, 0)
        ids = {*columns.left, *columns.right}
        chosen = ", ".join(
            quoted(name) if name in ids or not self._is_text else f"{quoted(name)}::DOUBLE AS {quoted(name)}"
            for name in dict.fromkeys(columns.needed)
        )

        def write() -> None:
            with self._opened(stages.folder / "spill") as connection, written_whole(file) as partial:
                copy_rows(connection, f"SELECT {chosen} FROM {self._files}", partial)

        stages.here(READ, write)
        return [file]

    @property
    def _is_text(self) -> bool:
        are_texts = [address.lower().split("?")[0].endswith(_TEXTS) for address in self.addresses]
        if len(set(are_texts)) > 1:
            raise ValueError(f"give Parquet files or text files, not both, got {', '.join(self.addresses)}")
        return are_texts[0]

    @property
    def _files(self) -> str:
        listed = ", ".join(map(text, self.addresses))
        return f"read_csv([{listed}], all_varchar = true)" if self._is_text else f"read_parquet([{listed}])"

    @contextmanager
    def _opened(self, spill: Path | None = None) -> Iterator[Any]:
        """A connection that has the extension, and the secrets that the user stored with DuckDB."""
        scheme = self.addresses[0].partition(":")[0].lower()
        needed = ["azure"] if scheme in _AZURE else ["httpfs"]
        with connect(":memory:", memory=self.memory, spill=spill) as connection:
            try:
                for name in needed:
                    connection.execute(f"LOAD {name}")
            except duckdb.Error as error:
                raise ValueError(
                    f"{self.addresses[0]} is read with DuckDB's extension {needed[0]}, which is not installed; run "
                    f"duckdb.sql('INSTALL {needed[0]}') once on a machine with internet access, or download the files "
                    f"and give their paths"
                ) from error
            if scheme.startswith("s3"):
                with _without_extension():
                    connection.execute("LOAD aws")
                    connection.execute("CREATE SECRET (TYPE s3, PROVIDER credential_chain)")
            try:
                yield connection
            except duckdb.Error as error:
                raise ValueError(f"{', '.join(self.addresses)} cannot be read: {error}") from error


@contextmanager
def _without_extension() -> Iterator[None]:
    """The credentials of the environment need an extension, too; secrets stored with DuckDB do not."""
    try:
        yield
    except duckdb.Error:
        return
